//! Sees to it that there are folders for the client and for that of the third-game build, if only empty ones: a program
//! that was built without its folder would not find the client later either.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    for client in ["dist", "dist-third-game"].map(|folder| web.join(folder)) {
        if !client.exists() {
            // Not possible where the sources can't be written to: then the program has no client.
            let _ = fs::create_dir_all(&client);
        }
        // A debug build reads the client when it runs; any other has it inside.
        if env::var("PROFILE")? != "debug" {
            println!("cargo::rerun-if-changed={}", client.display());
        }
    }
    Ok(())
}
