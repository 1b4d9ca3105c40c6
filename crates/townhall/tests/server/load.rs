//! `townhall load` against a server that the test starts.

use std::process::Command;

use serde_json::Value;

use crate::program::Program;

#[test]
fn all_tables_open_and_the_moves_that_are_due_are_made() {
    // In Between Two Cities a partner may take the spot first; no other command is refused.
    for (game, excused) in [("between-two-cities", Some("illegal")), ("point-city", None)] {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Program::start(&folder.path().join("tables.db"));
        let load = Command::new(env!("CARGO_BIN_EXE_townhall"))
            .args(["load", "--tables", "2", "--sockets", "8", "--seconds", "1", "--rate", "40", "--json"])
            .args(["--game", game, "--url", &server.url])
            .output()
            .expect("the program runs");
        assert!(load.status.success(), "{}", String::from_utf8_lossy(&load.stderr));
        let figures: Value = serde_json::from_slice(&load.stdout).expect("JSON");
        assert_eq!(figures["all_tables_open"], true, "{figures}");
        let refused = figures["refused"].as_object().expect("counts by code");
        assert!(refused.keys().all(|code| Some(code.as_str()) == excused), "{figures}");
        assert_eq!(figures["failures"], serde_json::json!({}), "{figures}");
        let [due, made] =
            ["moves_due", "moves_acknowledged"].map(|of| figures[of].as_u64().expect("a count"));
        let refused: u64 = refused.values().filter_map(Value::as_u64).sum();
        assert!(due > 0 && made <= due && made + refused >= due, "{figures}");
    }
}
