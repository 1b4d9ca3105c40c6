//! Settings of the server: from a file, from the environment and from the command line.

use std::process::Command;

use crate::{Folder, townhall};

/// The effective settings.
fn settings(args: &[&str], variables: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_townhall"))
        .args(["serve", "--print-config"])
        .args(args)
        .envs(variables.iter().copied())
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    match output.status.code() {
        Some(0) => Ok(text(output.stdout).lines().map(str::to_owned).collect()),
        Some(2) => Err(text(output.stderr)),
        other => panic!("{other:?}: {}", text(output.stderr)),
    }
}

fn line<'a>(settings: &'a [String], name: &str) -> &'a str {
    let mut lines = settings.iter().filter(|line| line.starts_with(&format!("{name} = ")));
    lines.next().unwrap_or_else(|| panic!("no {name} in {settings:#?}"))
}

#[test]
fn the_command_line_wins_over_the_environment_and_that_over_the_file() {
    let folder = Folder::new();
    let file = folder.file(
        "t.toml",
        "listen = '0.0.0.0:1'\nmetrics = '127.0.0.1:2'\norigins = ['https://a.example', 'https://b.example']\n\
         [limits]\nsockets = 1\nhints = { burst = 3, per_second = 0.25 }\nmessage_bytes = 100\n\
         [times]\ngrace = '2m'\nping = 7\n[limits.requests]\nburst = 5\nper_second = 6\n",
    );
    let found = settings(
        &["--config", &file, "--grace", "5", "--set", "limits.message_bytes=300"],
        &[
            ("TOWNHALL_LIMITS_SOCKETS", "2"),
            ("TOWNHALL_LIMITS_MESSAGE_BYTES", "200"),
            ("TOWNHALL_LIMITS_MESSAGES", "{ burst = 8, per_second = 9 }"),
            ("TOWNHALL_DATA", "1"),
            ("TOWNHALL_BEHIND_PROXY", "true"),
            ("TOWNHALL_LOG", "warn,townhall=debug"),
        ],
    );
    let found = found.expect("they are fine");
    for (name, value, source) in [
        ("listen", "\"0.0.0.0:1\"", file.as_str()),
        ("metrics", "\"127.0.0.1:2\"", &file),
        ("origins", "[\"https://a.example\", \"https://b.example\"]", &file),
        ("data", "\"1\"", "TOWNHALL_DATA"),
        ("behind_proxy", "true", "TOWNHALL_BEHIND_PROXY"),
        ("log", "\"townhall=debug,warn\"", "TOWNHALL_LOG"),
        ("log_json", "false", "default"),
        ("sockets", "2", "TOWNHALL_LIMITS_SOCKETS"),
        ("sockets_per_address", "100", "default"),
        ("hints", "{ burst = 3, per_second = 0.25 }", &file),
        ("requests", "{ burst = 5, per_second = 6 }", &file),
        ("messages", "{ burst = 8, per_second = 9 }", "TOWNHALL_LIMITS_MESSAGES"),
        ("message_bytes", "300", "--set"),
        ("grace", "\"5s\"", "--grace"),
        ("ping", "\"7s\"", &file),
    ] {
        assert_eq!(line(&found, name), format!("{name} = {value}  # {source}"));
    }
}

#[test]
fn what_is_printed_is_a_file_of_settings() {
    let folder = Folder::new();
    let changes =
        ["--no-limits", "--set", "limits.hints={ burst = 2, per_second = 1 }", "--metrics", "[::1]:4"];
    let printed = settings(&changes, &[]).expect("they are fine");
    let file = folder.file("t.toml", &printed.join("\n"));
    let again = settings(&["--config", &file], &[]).expect("they are fine");
    let values = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.split("  # ").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(values(&again), values(&printed));
    let slash = settings(&["--origin", "https://x.example/"], &[]).expect("a slash at the end does no harm");
    assert!(line(&slash, "origins").starts_with("origins = [\"https://x.example\"]"));
    assert_eq!(line(&printed, "requests"), "requests = \"none\"  # default");
    assert!(line(&printed, "hints").starts_with("hints = { burst = 2, per_second = 1 }"));
    assert!(again.iter().filter(|line| line.contains(" = ")).all(|line| line.contains(&file)), "{again:#?}");
}

#[test]
fn a_mistake_is_named_with_what_was_expected() {
    let folder = Folder::new();
    for (text, complaint) in [
        ("lisen = 'x'", "there is no setting lisen; expected one of listen, data, accept_loss"),
        ("[limits]\nsocket = 3", "there is no setting limits.socket; expected one of limits.connections,"),
        ("[limit]\nsockets = 3", "there is no setting limit.sockets; expected one of listen,"),
        ("listen = 'everywhere'", "listen: expected an address and a port"),
        ("listen = 8730", "listen: expected an address and a port"),
        ("[limits]\nsockets = -1", "limits.sockets: expected a whole number"),
        ("[limits]\nsockets = 'many'", "limits.sockets: expected a whole number"),
        ("[limits]\nhints = 3", "limits.hints: expected { burst = 40, per_second = 10 }"),
        ("[limits]\nhints = { burst = 1, per_seconds = 2 }", "limits.hints: expected { burst"),
        ("[limits]\nhints = { burst = 1, per_second = nan }", "limits.hints: expected { burst"),
        ("[times]\ngrace = 'soon'", "times.grace: expected a time such as"),
        ("behind_proxy = 'yes'", "behind_proxy: expected true or false"),
        ("log = 'townhall=loud'", "log: expected a level, and others for single modules"),
        ("origins = [1]", "origins: expected a list of texts"),
        ("[limits]\nsockets = 0", "limits.sockets: expected more than 0"),
        ("[limits]\nmessage_bytes = 0", "limits.message_bytes: expected more than 0"),
        ("[times]\nhead = 0", "times.head: expected more than 0"),
        ("origins = ['x']", "origins: expected origins such as"),
        ("origins = ['https://x/path']", "origins: expected origins such as"),
        ("origins = ['https://x:443']", "origins: expected origins such as"),
        ("[webhooks]\norigins = ['10.0.0.5:8065']", "webhooks.origins: expected origins such as"),
        ("[mail]\nhost = 'm.example'", "mail.host: expected a mail.sender as well"),
        ("[mail]\nhost = 'm.example'\nsender = 'Town'", "mail.sender: expected an address such as"),
        (
            "[mail]\nhost = 'm.example'\nsender = 't@m.example'\nencryption = 'none'",
            "mail.encryption: expected",
        ),
        ("[mail]\nhost = 'm.example'\nsender = 't@m.example'\nuser = 't'", "mail.user: expected"),
        ("[mail]\nencryption = 'ssl'", "mail.encryption: expected \"tls\", \"starttls\" or \"none\""),
        ("[mail]\nport = 70000", "mail.port: expected a whole number up to 65535"),
        ("limits = 3", "there is no setting limits;"),
        ("listen = ", "t.toml: TOML parse error at line 1"),
    ] {
        let file = folder.file("t.toml", text);
        let found = settings(&["--config", &file], &[]).expect_err(text);
        assert!(found.contains(complaint) && found.contains("t.toml"), "{text}: {found}");
    }
    let found = settings(&["--set", "limits.socks=3"], &[]).expect_err("unknown");
    assert!(found.contains("--set: there is no setting limits.socks"), "{found}");
    let found = settings(&[], &[("TOWNHALL_TIMES_GRACE", "soon")]).expect_err("no time");
    assert!(found.contains("TOWNHALL_TIMES_GRACE: times.grace: expected a time"), "{found}");
    let missing = folder.arg("missing.toml");
    assert!(settings(&["--config", &missing], &[]).expect_err("missing").contains("can't read"));
    assert!(townhall(&["serve", "--set", "limits"]).refused().contains("expected KEY=VALUE"));
}
