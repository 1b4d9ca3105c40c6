//! libFuzzer's way into the target `bots`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| townhall_fuzz::bots::run(text));
