//! Joins the files that ts-rs writes, one for each type, into one file for each group of types.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

/// The first line of each file.
const HEADER: &str = "// Generated from the Rust types by `cargo xtask types`: do not edit.\n";

/// The group of the types that are in no folder.
const PROTOCOL: &str = "protocol";

/// Reads what ts-rs wrote to a folder. Returns the text of each group by its name: one for each folder in it, named
/// like that folder, and `protocol` for the files that are in none.
pub(crate) fn join(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut groups = BTreeMap::new();
    let mut own = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            groups.insert(name, joined(&entries(&path)?)?);
        } else {
            own.push(path);
        }
    }
    groups.insert(PROTOCOL.to_owned(), joined(&own)?);
    Ok(groups)
}

/// The files and folders in a folder, sorted by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The types of several files of one folder as one file.
fn joined(files: &[PathBuf]) -> io::Result<String> {
    let mut imported = BTreeSet::new();
    let mut types = String::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines().skip_while(|line| line.starts_with("//")) {
            match line.strip_prefix("import type ") {
                Some(import) => imported.extend(import_of_protocol(import)),
                None => {
                    types.push_str(line);
                    types.push('\n');
                }
            }
        }
    }
    let mut text = HEADER.to_owned();
    if !imported.is_empty() {
        let names: Vec<&str> = imported.iter().map(String::as_str).collect();
        text += &format!("import type {{ {} }} from \"./{PROTOCOL}\";\n", names.join(", "));
    }
    Ok(text + &cleaned(&types))
}

/// The name of a type that is imported from the folder above; `None` for a type of the same group.
fn import_of_protocol(import: &str) -> Option<String> {
    let (names, from) = import.split_once(" from ")?;
    from.starts_with("\"../").then(|| names.trim_matches(['{', '}', ' ']).to_owned())
}

/// A file without the examples in its comments, which are in Rust, and with the names alone of what they link to.
fn cleaned(file: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_example = false;
    for line in file.lines() {
        let Some(text) = line.trim_start().strip_prefix('*') else {
            lines.push(line.to_owned());
            continue;
        };
        let fence = text.trim_start().starts_with("```");
        if fence || in_example {
            in_example ^= fence;
            continue;
        }
        // The empty line before an example goes with it.
        let is_empty = |line: &str| line.trim() == "*";
        if (text == "/" || is_empty(line)) && lines.last().is_some_and(|last| is_empty(last)) {
            lines.pop();
        }
        lines.push(without_links(line));
    }
    lines.join("\n") + "\n"
}

/// A line with `` `Name.part` `` for each `` [`Name::part`] `` and each `` [`Name::part`](path) ``.
fn without_links(line: &str) -> String {
    let Some((before, link)) = line.split_once("[`") else { return line.to_owned() };
    let Some((name, mut after)) = link.split_once("`]") else { return line.to_owned() };
    if let Some((_, rest)) = after.strip_prefix('(').and_then(|target| target.split_once(')')) {
        after = rest;
    }
    format!("{before}`{}`{}", name.replace("::", "."), without_links(after))
}

#[cfg(test)]
mod tests {
    use super::cleaned;

    #[test]
    fn examples_and_links_are_taken_out_of_comments_and_nothing_else_is() {
        for (file, expected) in [
            (
                "/**\n * A tile.\n *\n * ```\n * let tile = Tile::Bed;\n * ```\n */\nexport type Tile = string;\n",
                "/**\n * A tile.\n */\nexport type Tile = string;\n",
            ),
            (
                "/**\n * A cell.\n *\n * ```text\n * let x = 1;\n *\n * let y = 2;\n * ```\n *\n * Its text is `x,y`.\n */\n",
                "/**\n * A cell.\n *\n * Its text is `x,y`.\n */\n",
            ),
            (
                "export type City = {\n  /**\n   * The [`Layout`](crate::Layout) of [`City::all`],\n   * once.\n   */\n  a: [`b`];\n",
                "export type City = {\n  /**\n   * The `Layout` of `City.all`,\n   * once.\n   */\n  a: [`b`];\n",
            ),
            ("/**\n * One.\n *\n * Two [sic].\n */\n", "/**\n * One.\n *\n * Two [sic].\n */\n"),
        ] {
            assert_eq!(cleaned(file), expected);
        }
    }
}
