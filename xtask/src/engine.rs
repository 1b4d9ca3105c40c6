//! The engine: the games, their bots and the table as WebAssembly, which a browser loads to play without a server.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Error, Workspace, arrange, shell, tools, web};

/// The package, and the target for which it is built.
const PACKAGE: &str = "townhall-wasm";
const TARGET: &str = "wasm32-unknown-unknown";

/// Where the client's build looks for the engine, below the root of the repository.
const BUILT: &str = "web/engine/townhall.wasm";

/// Files besides the packages on which the build depends, below the root of the repository.
const SETTINGS: [&str; 3] = [".cargo/config.toml", "Cargo.lock", "Cargo.toml"];

/// The features that every browser with the engine has. `wasm-opt --all-features` would use features that browsers lack or
/// have had for only a year.
const FEATURES: [&str; 7] = [
    "bulk-memory",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
    "simd",
];

/// Debian's toolchain for WebAssembly, for machines whose Rust is not of rustup. It brings the sources of the standard
/// library, which is built along.
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// Builds the engine if its sources have changed. Where no toolchain can be had, it says so in one line, and the client is
/// built without it. Returns whether there is an engine.
pub(crate) fn build(workspace: &Workspace) -> Result<bool, Error> {
    let built = workspace.root.join(BUILT);
    let when = fs::metadata(&built).and_then(|file| file.modified());
    let newest = sources(workspace)?.iter().filter_map(|path| web::newest(path)).max();
    if when.is_ok_and(|when| newest.is_some_and(|newest| newest <= when)) {
        return Ok(true);
    }
    let Some(mut cargo) = toolchain(workspace) else {
        println!(
            "No Rust toolchain for {TARGET} can be had: the client is built without play in the browser alone"
        );
        // The messages of an old engine may differ from those that the client expects.
        let _ = fs::remove_file(&built);
        return Ok(false);
    };
    println!("Building the engine into {BUILT}");
    cargo.args(["--quiet", "--locked", "--profile", "engine", "--target", TARGET]);
    cargo.args(["--package", PACKAGE, "--lib", "--crate-type", "cdylib"]);
    // Without it, every number of a function and every address takes five bytes.
    cargo.args(["--", "-C", "link-arg=--compress-relocations"]);
    shell::run(&mut cargo)?;
    let fresh = workspace.target.join(TARGET).join("engine/townhall_wasm.wasm");
    keep(&fresh, &built).map_err(|source| Error::File { path: built.clone(), source })?;
    Ok(true)
}

/// Whether an engine was built, from these sources or from older ones.
pub(crate) fn is_built(workspace: &Workspace) -> bool {
    workspace.root.join(BUILT).is_file()
}

/// The sources of the engine: the settings, and the folders of those of our packages on which it depends.
fn sources(workspace: &Workspace) -> Result<Vec<PathBuf>, Error> {
    let tree = ["tree", "--locked", "--package", PACKAGE, "--edges", "normal", "--prefix", "none"];
    let packages = shell::output(&mut workspace.cargo(&tree))?;
    // `tabletop v0.1.0 (/folder)`, with a star behind it if it was listed before; packages of a registry have no folder.
    let folder = |line: &str| {
        let (_, folder) = line.trim_end_matches(" (*)").strip_suffix(')')?.split_once(" (")?;
        Some(PathBuf::from(folder)).filter(|folder| folder.is_absolute())
    };
    let folders = packages.lines().filter_map(folder);
    Ok(SETTINGS.iter().map(|name| workspace.root.join(name)).chain(folders).collect())
}

/// Puts a fresh engine in its place, made smaller where there is `wasm-opt`, and in an order that compresses well.
fn keep(fresh: &Path, built: &Path) -> std::io::Result<()> {
    if let Some(folder) = built.parent() {
        fs::create_dir_all(folder)?;
    }
    let unfinished = built.with_extension("new");
    let mut smaller = Command::new("wasm-opt");
    smaller
        .arg("-O3")
        .args(FEATURES.map(|name| format!("--enable-{name}")))
        .arg(fresh)
        .arg("-o")
        .arg(&unfinished);
    if !shell::answers(&mut smaller) {
        fs::copy(fresh, &unfinished)?;
    }
    let arranged = arrange::arranged(&fs::read(&unfinished)?).map_err(std::io::Error::other)?;
    fs::write(&unfinished, arranged)?;
    fs::rename(&unfinished, built)
}

/// `cargo rustc` of a toolchain that builds for WebAssembly.
fn toolchain(workspace: &Workspace) -> Option<Command> {
    if has_target(workspace) {
        return Some(workspace.cargo(&["rustc"]));
    }
    let mut add = workspace.command("rustup");
    add.args(["target", "add", TARGET]);
    if shell::answers(&mut add) && has_target(workspace) {
        return Some(workspace.cargo(&["rustc"]));
    }
    debian(workspace)
}

/// Whether the toolchain that runs us has the standard library for WebAssembly.
fn has_target(workspace: &Workspace) -> bool {
    let mut rustc = workspace.command("rustc");
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    shell::output(&mut rustc).is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Debian's toolchain, installed if it is not there.
fn debian(workspace: &Workspace) -> Option<Command> {
    let folder = Path::new("/usr/bin");
    let linker = folder.join("wasm-ld-19");
    let there = || ["cargo", "rustc"].iter().all(|name| folder.join(name).exists()) && linker.exists();
    if !there() && (tools::debian_packages(&DEBIAN).is_err() || !there()) {
        return None;
    }
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = [PathBuf::from(folder)].into_iter().chain(env::split_paths(&paths));
    let mut cargo = workspace.command(folder.join("cargo"));
    cargo.env("PATH", env::join_paths(paths).unwrap_or_else(|_| OsString::from(folder)));
    // Cargo sets them to the toolchain that runs us.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        cargo.env_remove(name);
    }
    // The standard library is built along, which stable compilers refuse without this variable.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    cargo.args(["rustc", "-Zbuild-std=std,panic_abort"]);
    Some(cargo)
}
