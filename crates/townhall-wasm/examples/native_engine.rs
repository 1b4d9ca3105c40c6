//! The engine as a program: a request a line, and a line for each answer. The browser tests compare what it says with what
//! the same engine says as WebAssembly.

use std::io::{BufRead, Write};

use townhall_bots::system_clock;
use townhall_wasm::Engine;

fn main() -> std::io::Result<()> {
    let mut engine = Engine::new(system_clock);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", engine.call(&line?))?;
        out.flush()?;
    }
    Ok(())
}
