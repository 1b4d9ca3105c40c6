//! The comments of the types: what is meant for readers of the Rust documentation is taken out of them.

use std::{fs, io, path::Path};

/// Cleans the comments of all files in a folder and below it.
pub(crate) fn clean(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            clean(&path)?;
        } else {
            fs::write(&path, cleaned(&fs::read_to_string(&path)?))?;
        }
    }
    Ok(())
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
