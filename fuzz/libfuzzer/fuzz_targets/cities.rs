//! libFuzzer's way into the target `cities`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| townhall_fuzz::cities::run(text));
