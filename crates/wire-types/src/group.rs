//! Collects the TypeScript of types, one file for each group of them.

use std::{
    any::{TypeId, type_name},
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt::Write,
    path::Path,
};

use ts_rs::{Config, TS, TypeVisitor};

/// The first line of each file.
const HEADER: &str = "// Generated from the Rust types by `cargo xtask types`: do not edit.\n";

/// The group of the types that are in no folder.
const PROTOCOL: &str = "protocol";

/// Types by group: the folder that a type's `export_to` names, or `protocol`.
///
/// Types are collected here, not by `ts_rs::TS::export_all`: that is generic code in the crate that calls it, and the crates of
/// the games are optimised, which made it two thirds of what they took to compile.
pub(crate) struct Groups {
    config: Config,
    seen: HashSet<TypeId>,
    groups: BTreeMap<String, Group>,
    /// The group of the type whose dependencies are visited; `None` between two types that a crate names.
    within: Option<String>,
    unnamed: Option<Unnamed>,
}

/// A type that a crate names, but TypeScript cannot.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("{0} has no TypeScript name of its own: wrap it in a struct or an enum that derives `TS`")]
pub(crate) struct Unnamed(&'static str);

#[derive(Default)]
struct Group {
    /// The types of the protocol on which its own depend.
    imports: BTreeSet<String>,
    /// Declarations with their comments, by name.
    types: BTreeMap<String, String>,
}

impl Groups {
    pub(crate) fn new(config: Config) -> Self {
        Self { config, seen: HashSet::new(), groups: BTreeMap::new(), within: None, unnamed: None }
    }

    /// The text of each file, by the name of its group.
    pub(crate) fn files(&self) -> Result<BTreeMap<&str, String>, Unnamed> {
        match self.unnamed {
            Some(unnamed) => Err(unnamed),
            None => Ok(self.groups.iter().map(|(name, group)| (name.as_str(), group.file())).collect()),
        }
    }
}

impl TypeVisitor for Groups {
    /// Adds a type and all types on which it depends, except those that TypeScript itself has.
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let Some(path) = T::output_path() else {
            if self.within.is_none() {
                self.unnamed.get_or_insert(Unnamed(type_name::<T>()));
            }
            return;
        };
        let folder = path.parent().and_then(Path::to_str).unwrap_or_default();
        let name = if folder.is_empty() { PROTOCOL } else { folder }.to_owned();
        let ident = T::ident(&self.config);
        if name == PROTOCOL
            && let Some(within) = self.within.clone().filter(|within| within != PROTOCOL)
        {
            self.groups.entry(within).or_default().imports.insert(ident.clone());
        }
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let text = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
        self.groups.entry(name.clone()).or_default().types.entry(ident).or_insert(text);
        let outside = self.within.replace(name);
        T::visit_dependencies(self);
        self.within = outside;
    }
}

impl Group {
    fn file(&self) -> String {
        let mut text = HEADER.to_owned();
        if !self.imports.is_empty() {
            let names: Vec<&str> = self.imports.iter().map(String::as_str).collect();
            let _ = writeln!(text, "import type {{ {} }} from \"./{PROTOCOL}\";", names.join(", "));
        }
        for declared in self.types.values() {
            text.push('\n');
            text += &cleaned(declared);
        }
        text
    }
}

/// A file whose comments have no examples, which are in Rust, and name the targets of links. A comment of one line has no frame.
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
        match lines.as_slice() {
            [.., frame, only] if text == "/" && frame.trim() == "/**" => {
                let comment = format!("{} {} */", frame, only.trim_start().trim_start_matches('*').trim());
                lines.truncate(lines.len() - 2);
                lines.push(comment);
            }
            _ => lines.push(without_links(line)),
        }
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
    use ts_rs::{Config, TS, TypeVisitor};

    use super::{Groups, cleaned};

    #[derive(TS)]
    struct Shared {
        _name: String,
    }

    #[derive(TS)]
    #[ts(export_to = "game/")]
    struct OfGame {
        _shared: Vec<Shared>,
    }

    #[test]
    fn a_group_has_its_types_and_imports_those_of_the_protocol() {
        let mut groups = Groups::new(Config::new());
        groups.visit::<OfGame>();
        let files = groups.files().unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), [&"game", &"protocol"]);
        assert!(files["game"].contains("import type { Shared } from \"./protocol\";"), "{}", files["game"]);
        assert!(files["game"].contains("export type OfGame"), "{}", files["game"]);
        assert!(files["protocol"].contains("export type Shared") && !files["protocol"].contains("import"));
    }

    #[test]
    fn a_type_without_a_name_is_refused_unless_another_one_contains_it() {
        let mut groups = Groups::new(Config::new());
        groups.visit::<OfGame>();
        groups.visit::<Vec<Shared>>();
        assert!(groups.files().unwrap_err().to_string().contains("Vec<"));
    }

    #[test]
    fn comments_lose_examples_links_and_the_frame_around_one_line() {
        for (file, expected) in [
            (
                "/**\n * A tile.\n *\n * ```\n * let tile = Tile::Bed;\n * ```\n */\nexport type Tile = string;\n",
                "/** A tile. */\nexport type Tile = string;\n",
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
            ("{\n  /**\n   * A [`City`].\n   */\n  city: City;\n", "{\n  /** A `City`. */\n  city: City;\n"),
        ] {
            assert_eq!(cleaned(file), expected);
        }
    }
}
