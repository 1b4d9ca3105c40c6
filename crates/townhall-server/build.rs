//! Sees to it that there is a folder for the client, if only an empty one: a program that was built
//! without it would not find the client later either.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let client = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web/dist");
    if !client.exists() {
        // Not possible where the sources can't be written to: then the program has no client.
        let _ = fs::create_dir_all(&client);
    }
    // A debug build reads the client when it runs; any other has it inside.
    if env::var("PROFILE")? != "debug" {
        println!("cargo::rerun-if-changed={}", client.display());
    }
    Ok(())
}
