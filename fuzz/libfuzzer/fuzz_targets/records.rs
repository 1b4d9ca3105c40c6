//! libFuzzer's way into the target `records`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| townhall_fuzz::records::run(text));
