//! How JavaScript calls the engine: it writes a text to the memory that `input` gives, calls `call`, and reads the answer
//! where `output` lies. After a panic (a trap), `panic_text` and `panic_length` say where its message
//! lies.
#![allow(unsafe_code, reason = "exporting a function by its name counts as unsafe")]
#![allow(unreachable_pub, reason = "JavaScript reaches what is exported")]

use std::{
    panic,
    sync::{Mutex, MutexGuard, Once, PoisonError},
    time::Duration,
};

use crate::Engine;

#[link(wasm_import_module = "townhall")]
unsafe extern "C" {
    /// The time since any fixed point, in milliseconds; it never goes back.
    safe fn now() -> f64;
}

/// There is one thread, so no lock is ever waited for.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<String> = Mutex::new(String::new());
static PANIC: Mutex<String> = Mutex::new(String::new());
static ENGINE: Mutex<Option<Engine>> = Mutex::new(None);

fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|info| *lock(&PANIC) = info.to_string())));
}

/// Makes room for a request of so many bytes and returns where it is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = lock(&INPUT);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Answers the request that was written; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    note_panics();
    let request = std::mem::take(&mut *lock(&INPUT));
    let mut engine = lock(&ENGINE);
    let engine = engine.get_or_insert_with(|| Engine::new(clock));
    let answer = engine.call(&String::from_utf8_lossy(&request));
    let length = answer.len();
    *lock(&OUTPUT) = answer;
    length
}

/// Where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    lock(&OUTPUT).as_ptr()
}

/// Where the message of a panic lies.
#[unsafe(no_mangle)]
pub extern "C" fn panic_text() -> *const u8 {
    lock(&PANIC).as_ptr()
}

/// How many bytes the message of a panic has; 0 if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn panic_length() -> usize {
    lock(&PANIC).len()
}
