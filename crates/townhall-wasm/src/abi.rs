//! The functions by which JavaScript calls the engine: it writes a text to the memory that `input` returns, calls `call`,
//! and reads the answer at `output`. After a panic (a trap), `panic_text` and `panic_length` are the address and the length
//! of its message.
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

/// There is one thread, so locking never blocks.
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

/// Allocates memory for a request of this many bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = lock(&INPUT);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Answers the request in the memory from `input`; returns the length of the answer in bytes.
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

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    lock(&OUTPUT).as_ptr()
}

/// The address of the message of a panic.
#[unsafe(no_mangle)]
pub extern "C" fn panic_text() -> *const u8 {
    lock(&PANIC).as_ptr()
}

/// The length of the message of a panic in bytes; 0 if there was no panic.
#[unsafe(no_mangle)]
pub extern "C" fn panic_length() -> usize {
    lock(&PANIC).len()
}
