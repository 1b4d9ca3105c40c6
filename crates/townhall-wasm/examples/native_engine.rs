//! The engine as a native program: it reads one request from each line, and writes one answer to each line. The browser
//! tests compare its answers with those of the same engine as WebAssembly.

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
