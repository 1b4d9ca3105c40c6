//! libFuzzer's way into the target `moves`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| townhall_fuzz::moves::run(text));
