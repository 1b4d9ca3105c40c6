//! `townhall --help`: the commands by their purpose. Clap lists all subcommands under one heading.

use std::fmt::Write as _;

use clap::{Command, CommandFactory, FromArgMatches};

use super::Cli;

/// The commands, by the headings of the help.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["serve", "play", "score"]),
    ("Records", &["replay", "verify", "analyse", "perft"]),
    ("Bots", &["simulate", "arena", "ladder", "train", "bench"]),
    (
        "Operate a server",
        &[
            "tables",
            "unlist",
            "close",
            "remove-table",
            "guests",
            "forget-guest",
            "recover",
            "reports",
            "notices",
            "block",
            "blocks",
            "confirm-clock",
            "backup",
            "restore",
            "check",
            "migrate",
            "prune",
            #[cfg(feature = "cluster")]
            "cluster",
            #[cfg(feature = "load")]
            "load",
        ],
    ),
];

impl Cli {
    /// The command line of this process; prints help or an error and exits where clap does.
    pub(crate) fn read() -> Self {
        Self::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit())
    }
}

/// The command line, with the commands in groups.
fn command() -> Command {
    let command = Cli::command();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{}\n{{options}}{{after-help}}",
        groups(&command),
        heading(&command, "Options"),
    );
    command.help_template(template)
}

/// Every group under its heading: the names of its commands and what they do.
fn groups(command: &Command) -> String {
    let width = command.get_subcommands().map(|sub| sub.get_name().len()).max().unwrap_or_default();
    let literal = command.get_styles().get_literal();
    let mut text = String::new();
    for (name, members) in GROUPS {
        let _ = writeln!(text, "{}", heading(command, name));
        for sub in members.iter().filter_map(|member| command.find_subcommand(member)) {
            let (name, about) = (sub.get_name(), sub.get_about().cloned().unwrap_or_default());
            let _ = writeln!(text, "  {literal}{name:width$}{literal:#}  {about}");
        }
        text.push('\n');
    }
    text
}

fn heading(command: &Command, text: &str) -> String {
    let style = command.get_styles().get_header();
    format!("{style}{text}:{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, members)| members.iter().copied()).collect();
        let mut all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn the_help_has_a_line_for_every_command() {
        let help = command().render_help().to_string();
        for sub in command().get_subcommands() {
            let about = sub.get_about().expect("every command has a description").to_string();
            let line = format!("  {:13}  {about}\n", sub.get_name());
            assert!(help.contains(&line), "{line:?} is not in\n{help}");
        }
        assert!(help.contains("Operate a server:") && help.contains("--version"), "{help}");
    }
}
