//! Licences, sources and known vulnerabilities of everything that we depend on: Rust's crates by cargo-deny with the rules
//! in `deny.toml`, the client's packages by npm's lock file and `npm audit`.

use serde_json::Value;

use crate::{Error, Workspace, cargo::FUZZ, outcome::Outcome, shell, tools, web};

/// Licences of the client's packages besides those in `deny.toml`: of tools, which are not shipped, and of the font, whose
/// licence is in `web/public/licences`.
const MORE_LICENCES: [&str; 3] = ["0BSD", "MPL-2.0", "OFL-1.1"];

/// Packages that name no licence in their manifest, but have a licence file, which is MIT.
const WITH_LICENCE_FILE: [&str; 2] =
    ["node_modules/@inlang/plugin-message-format", "node_modules/sqlite-wasm-kysely"];

/// Checks everything that this machine can check; the rest is named in the outcome.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome, Error> {
    let deny = tools::cargo_deny(workspace)?;
    let check = |manifest: &str, what: &[&str]| {
        let mut command = workspace.command(&deny);
        command.args(["--locked", "--config", "deny.toml", "--manifest-path", manifest, "check"]);
        shell::run_silently(command.args(["--hide-inclusion-graph"]).args(what)).map(drop)
    };
    let manifests = ["Cargo.toml", FUZZ];
    let (mut passed, mut unchecked) = (0, Vec::new());
    for manifest in manifests {
        check(manifest, &["licenses", "bans", "sources"])?;
        passed += 3;
    }
    if shell::answers(workspace.command(&deny).args(["fetch", "--config", "deny.toml", "db"])) {
        for manifest in manifests {
            check(manifest, &["advisories"])?;
            passed += 1;
        }
    } else {
        unchecked.push("advisories and yanked versions of crates: RustSec's database can't be fetched");
    }
    npm_licences(workspace)?;
    passed += 1;
    if npm_audit(workspace)? {
        passed += 1;
    } else {
        unchecked.push("advisories of npm packages: the registry does not answer `npm audit`");
    }
    if unchecked.is_empty() {
        return Ok(Outcome::Passed(passed));
    }
    Ok(Outcome::Partly(passed, unchecked.join("; ")))
}

/// Checks the licences in npm's lock file.
fn npm_licences(workspace: &Workspace) -> Result<(), Error> {
    const LOCK: &str = "web/package-lock.json";
    let lock: Value = serde_json::from_str(&workspace.read(LOCK)?)
        .map_err(|source| Error::Json { what: LOCK.to_owned(), source })?;
    let settings = workspace.read("deny.toml")?;
    let faults = unlicensed(&lock, &settings);
    if faults.is_empty() { Ok(()) } else { Err(Error::Found(faults.join("\n"))) }
}

/// The packages without a licence that is allowed. `settings`: the text of `deny.toml`, in which each licence is a string
/// of its own.
fn unlicensed(lock: &Value, settings: &str) -> Vec<String> {
    let is_allowed = |licence: &str| {
        MORE_LICENCES.contains(&licence) || settings.contains(&format!("    \"{licence}\",\n"))
    };
    let packages = lock["packages"].as_object().into_iter().flatten();
    let faults = packages.filter_map(|(folder, package)| {
        let Some(licence) = package["license"].as_str() else {
            let known = WITH_LICENCE_FILE.contains(&folder.as_str());
            return (!known).then(|| format!("{folder} names no licence"));
        };
        // An expression of alternatives needs one that is allowed; no package combines licences.
        let alternatives = licence.trim_matches(['(', ')']).split(" OR ");
        let allowed = alternatives.into_iter().any(is_allowed);
        (!allowed).then(|| format!("{folder} has the licence {licence}, which deny.toml does not allow"))
    });
    faults.collect()
}

/// Checks the client's packages for vulnerabilities of a high severity. Returns false if the registry did not answer.
fn npm_audit(workspace: &Workspace) -> Result<bool, Error> {
    let report = shell::report(&mut web::npm(workspace, &["audit", "--json"]))?;
    let json = |source| Error::Json { what: "npm audit".to_owned(), source };
    let audit: Value = serde_json::from_str(&report).map_err(json)?;
    let vulnerabilities = &audit["metadata"]["vulnerabilities"];
    let (Some(high), Some(critical)) =
        (vulnerabilities["high"].as_u64(), vulnerabilities["critical"].as_u64())
    else {
        return Ok(false);
    };
    if high + critical > 0 {
        return Err(Error::Found(format!("npm audit found vulnerabilities of a high severity:\n{report}")));
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::unlicensed;

    #[test]
    fn every_package_needs_an_allowed_licence() {
        let settings = "allow = [\n    \"MIT\",\n]";
        for (package, faults) in [
            (r#"{"license":"MIT"}"#, 0),
            (r#"{"license":"(GPL-3.0 OR MIT)"}"#, 0),
            (r#"{"license":"GPL-3.0"}"#, 1),
            (r#"{"license":"MI"}"#, 1),
            ("{}", 1),
        ] {
            let lock = format!(r#"{{"packages":{{"node_modules/it":{package}}}}}"#);
            let lock: Value = serde_json::from_str(&lock).expect("is a lock file");
            assert_eq!(unlicensed(&lock, settings).len(), faults, "{package}");
        }
    }
}
