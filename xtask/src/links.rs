//! Checks that documents refer only to files, folders and headings that exist.
//!
//! In every Markdown file it checks relative links, their anchors, image paths, and inline code that looks like a path
//! of the repository. The front pages of crates (`//!` in a `lib.rs`) are checked for such paths, and every other text
//! file for the names of Markdown files. External addresses are not checked.

use std::collections::{BTreeMap, BTreeSet};

/// The endings by which inline code is recognised as the name of a file of the repository.
const FILE_ENDINGS: [&str; 12] =
    [".rs", ".ts", ".svelte", ".mjs", ".md", ".json", ".yaml", ".css", ".html", ".svg", ".sql", ".service"];

/// Folders of build output, which documents may name although git does not know them.
const BUILT: [&str; 4] = ["target/", "web/dist", "web/node_modules", "node_modules/"];

/// The history: it names files as they were called at the time.
const CHANGELOG: &str = "CHANGELOG.md";

/// The files of the repository by their paths, with their text if they are text.
pub(crate) type Files = BTreeMap<String, Option<String>>;

/// The references in `files` that lead nowhere, each with the file and line that contains it.
pub(crate) fn dead(files: &Files) -> Vec<String> {
    let mut findings = Vec::new();
    for (name, text) in files {
        let Some(text) = text else { continue };
        let mut report = |line: usize, what: &str| findings.push(format!("{name}:{line}: {what}"));
        if name.ends_with(".md") {
            let (prose, codes) = without_code(text);
            for (line, target) in links(&prose) {
                if let Some(fault) = link_fault(files, name, target) {
                    report(line, &fault);
                }
            }
            for (line, code) in codes.into_iter().filter(|_| name != CHANGELOG) {
                for path in missing(files, name, code) {
                    report(line, &format!("`{path}` does not exist"));
                }
            }
        } else if name.ends_with("src/lib.rs") {
            let front_page: String = text
                .lines()
                .map(|line| line.strip_prefix("//!").unwrap_or_default().to_owned() + "\n")
                .collect();
            for (line, code) in without_code(&front_page).1 {
                for path in missing(files, name, code) {
                    report(line, &format!("`{path}` does not exist"));
                }
            }
        }
        if !name.ends_with(".md") {
            for (number, line) in (1..).zip(text.lines()) {
                for document in documents_named(line) {
                    if !path_exists(files, name, document) {
                        report(number, &format!("{document} does not exist"));
                    }
                }
            }
        }
    }
    findings
}

/// Splits Markdown into its text, in which all code is blanked, and its inline code, each with its line.
fn without_code(text: &str) -> (String, Vec<(usize, &str)>) {
    let mut prose = String::with_capacity(text.len());
    let mut codes = Vec::new();
    let mut fence = None;
    for (number, line) in (1..).zip(text.split('\n')) {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, None) => {
                let mut parts = line.split('`');
                prose.push_str(parts.next().unwrap_or_default());
                while let (Some(code), after) = (parts.next(), parts.next()) {
                    codes.push((number, code));
                    prose.push_str("` `");
                    prose.push_str(after.unwrap_or_default());
                }
            }
            (None, Some(_)) => fence = mark,
            (Some(_), Some(_)) if mark == fence => fence = None,
            (Some(_), _) => {}
        }
        prose.push('\n');
    }
    (prose, codes)
}

/// The inline code of a document, in which `a/{b,c}.rs` stands for two names.
pub(crate) fn inline_code(text: &str) -> impl Iterator<Item = String> {
    without_code(text).1.into_iter().flat_map(|(_, code)| alternatives(code))
}

/// The names for which inline code stands: one, or one for each part of a list in braces.
fn alternatives(code: &str) -> Vec<String> {
    match code.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (parts, end))) => {
            parts.split(',').map(|part| [start, part.trim(), end].concat()).collect()
        }
        None => vec![code.to_owned()],
    }
}

/// The paths in inline code of `document` that do not exist.
fn missing(files: &Files, document: &str, code: &str) -> impl Iterator<Item = String> {
    let paths = alternatives(code).into_iter();
    paths.filter(|path| is_path(files, path) && !path_exists(files, document, path))
}

/// The targets of links and images, each with its line.
fn links(prose: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(prose.lines()).flat_map(|(number, line)| {
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        let image = line.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let definition =
            line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")).map(|(_, target)| target);
        inline.chain(image).chain(definition).map(move |target| (number, target))
    })
}

/// Why a link in `document` leads nowhere.
fn link_fault(files: &Files, document: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let path = if path.is_empty() { document.to_owned() } else { resolve(folder(document), path)? };
    if !is_there(files, &path) {
        return Some(format!("the link to {target} is dead: {path} does not exist"));
    }
    let anchor = anchor?;
    let headings = files.get(&path).and_then(Option::as_deref).map(anchors).unwrap_or_default();
    (!headings.contains(anchor)).then(|| format!("the link to {target} is dead: {path} has no such heading"))
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if fenced || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
        let anchor: String = title.trim().to_lowercase().chars().filter(kept).collect();
        let anchor = anchor.replace(' ', "-");
        let free = (1..).map(|count| format!("{anchor}-{count}")).find(|name| !anchors.contains(name));
        anchors.insert(if anchors.contains(&anchor) { free.unwrap_or_default() } else { anchor });
    }
    anchors
}

/// Whether inline code looks like the name of a file or folder of the repository. A part in `<…>` stands for any name.
fn is_path(files: &Files, code: &str) -> bool {
    let characters = |c: char| c.is_alphanumeric() || "_-./<>".contains(c);
    if !code.chars().all(characters) || code.starts_with(['/', '.', '-']) || code.contains("..") {
        return false;
    }
    if BUILT.iter().any(|folder| code.starts_with(folder)) {
        return false;
    }
    let named = FILE_ENDINGS.iter().any(|end| code.len() > end.len() && code.ends_with(end));
    let below_a_folder = code.split_once('/').is_some_and(|(first, _)| {
        let prefix = format!("{first}/");
        files.range(prefix.clone()..).next().is_some_and(|(name, _)| name.starts_with(&prefix))
    });
    named || below_a_folder || (code.ends_with('/') && code.len() > 1)
}

/// Whether a path that `document` names exists: from the root, from the document's folder, or as the end of a path of
/// its package (of any path, for a document that belongs to no package).
fn path_exists(files: &Files, document: &str, path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let package = match document.split('/').collect::<Vec<_>>()[..] {
        ["crates", name, _, ..] => format!("crates/{name}/"),
        _ => String::new(),
    };
    let wanted: Vec<&str> = path.split('/').collect();
    let is_like = |part: &str, wanted: &str| {
        wanted.split_once('<').map_or(part == wanted, |(start, rest)| {
            let end = rest.split_once('>').map_or("", |(_, end)| end);
            part.starts_with(start) && part.ends_with(end)
        })
    };
    let matches = |parts: &[&str]| parts.iter().zip(&wanted).all(|(part, wanted)| is_like(part, wanted));
    files.keys().any(|name| {
        let parts: Vec<&str> = name.split('/').collect();
        let mut windows = parts.windows(wanted.len());
        windows.next().is_some_and(matches) || name.starts_with(&package) && windows.any(matches)
    })
}

/// The Markdown files that a line of code names: those in `docs`, and those with a name in capitals.
fn documents_named(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && !"_-./:".contains(c)).filter_map(|word| {
        let word = word.trim_end_matches(['.', ':']);
        let is_document = word.ends_with(".md") && word.len() > 3 && !word.contains(':');
        let is_ours = word.starts_with("docs/") || word.starts_with(|first: char| first.is_ascii_uppercase());
        (is_document && is_ours).then_some(word)
    })
}

/// The folder that contains a file.
fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A relative path below `folder` as one from the root, or nothing if it leads out of the repository.
fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Whether a path is a file or a folder.
fn is_there(files: &Files, path: &str) -> bool {
    let inside = format!("{path}/");
    path.is_empty()
        || files.contains_key(path)
        || files.range(inside.clone()..).next().is_some_and(|(name, _)| name.starts_with(&inside))
}

#[cfg(test)]
mod tests {
    use super::{Files, dead};

    /// Checks what is found in a document at `name`, beside some other files.
    fn check(name: &str, text: &str, expected: &[&str]) {
        let mut files: Files = [
            (
                "README.md",
                Some("# Town hall\n\n## A & b's `c`\n\n## Twice\n## Twice\n\n```\n# no heading\n```\n"),
            ),
            ("manual/town.png", None),
            ("crates/game/src/rules/moves.rs", Some("")),
            ("crates/other/src/lib.rs", Some("")),
            ("web/src/games/chess/board.ts", Some("")),
        ]
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.map(str::to_owned)))
        .collect();
        files.insert(name.to_owned(), Some(text.to_owned()));
        assert_eq!(dead(&files), expected, "{text}");
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        for (text, expected) in [
            ("[a](../README.md) [b](town.png 'title') [c](../crates/game) ![d](town.png)", [].as_slice()),
            ("[a](https://example.org/x.md#y) <mailto:a@example.org>", &[]),
            ("[a](../README.md#a--bs-c) [b](../README.md#twice-1) [c](#here)\n# Here", &[]),
            (
                "\n[a](gone.md)",
                &["manual/a.md:2: the link to gone.md is dead: manual/gone.md does not exist"],
            ),
            (
                "<img src=\"b.png\">",
                &["manual/a.md:1: the link to b.png is dead: manual/b.png does not exist"],
            ),
            ("[a]: b.md", &["manual/a.md:1: the link to b.md is dead: manual/b.md does not exist"]),
            ("[a](#b)", &["manual/a.md:1: the link to #b is dead: manual/a.md has no such heading"]),
            (
                "[a](../README.md#no-heading)",
                &[
                    "manual/a.md:1: the link to ../README.md#no-heading is dead: README.md has no such heading",
                ],
            ),
            ("`[a](gone.md)`\n```text\n[a](gone.md)\n```", &[]),
        ] {
            check("manual/a.md", text, expected);
        }
    }

    #[test]
    fn inline_code_names_files_that_exist() {
        for (text, expected) in [
            (
                "`crates/game/src/rules/moves.rs` `moves.rs` `rules/` `web/src/games/<game>/board.ts`",
                [].as_slice(),
            ),
            ("`cargo xtask` `/healthz` `1/2` `target/release/townhall` `games.jsonl` `a::b`", &[]),
            ("`gone.rs`", &["manual/a.md:1: `gone.rs` does not exist"]),
            (
                "`crates/game/src/rules/{moves,gone}.rs`",
                &["manual/a.md:1: `crates/game/src/rules/gone.rs` does not exist"],
            ),
            ("`crates/gone`", &["manual/a.md:1: `crates/gone` does not exist"]),
            ("`games/<game>/gone.ts`", &["manual/a.md:1: `games/<game>/gone.ts` does not exist"]),
        ] {
            check("manual/a.md", text, expected);
        }
        check("crates/game/README.md", "`rules/moves.rs`", &[]);
        check(
            "crates/other/README.md",
            "`rules/moves.rs`",
            &["crates/other/README.md:1: `rules/moves.rs` does not exist"],
        );
        check(
            "crates/other/src/lib.rs",
            "//! `gone.rs`\n// `left.rs`",
            &["crates/other/src/lib.rs:1: `gone.rs` does not exist"],
        );
        check("CHANGELOG.md", "`gone.rs`", &[]);
    }

    #[test]
    fn code_names_documents_that_exist() {
        check("a.toml", "# See README.md, and https://example.org/other.md.", &[]);
        let gone = ["GONE", ".md"].concat();
        check("a.toml", &format!("\n# See {gone}."), &[&format!("a.toml:2: {gone} does not exist")]);
    }
}
