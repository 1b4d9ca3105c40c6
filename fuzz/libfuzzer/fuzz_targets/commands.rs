//! libFuzzer's way into the target `commands`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| townhall_fuzz::commands::run(text));
