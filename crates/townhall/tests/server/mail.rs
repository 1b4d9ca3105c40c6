//! Emails are sent over an encrypted connection, after a login, and only to a mail server whose certificate is trusted.

use std::{fs, sync::Arc};

use data_encoding::BASE64;
use rcgen::{CertifiedKey, KeyPair};
use serde_json::json;
use tempfile::TempDir;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};
use townhall_client::{Method, Site};

use crate::{inbox::Inbox, program::Program};

/// A certificate for this host and its key, and the certificate as a text.
pub(crate) fn certificate(host: &str) -> (CertifiedKey<KeyPair>, String) {
    let key = rcgen::generate_simple_self_signed([host.to_owned()]).expect("a certificate");
    let text = pem(key.cert.der());
    (key, text)
}

/// Accepts encrypted connections with this certificate.
pub(crate) fn acceptor(own: CertifiedKey<KeyPair>) -> TlsAcceptor {
    let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|config| config.with_no_client_auth().with_single_cert(vec![own.cert.into()], key));
    TlsAcceptor::from(Arc::new(config.expect("a certificate")))
}

/// A certificate as a text.
fn pem(der: &[u8]) -> String {
    let text = BASE64.encode(der);
    let lines: Vec<&str> =
        (0..text.len()).step_by(64).filter_map(|at| text.get(at..text.len().min(at + 64))).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

#[tokio::test]
async fn a_code_is_sent_after_starttls_and_a_login_if_the_certificate_is_trusted() {
    let ((key, own), (_, other)) = (certificate("localhost"), certificate("localhost"));
    let mut inbox = Inbox::open(Some(acceptor(key))).await;
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let password = file("password", "open sesame\n");
    for (trusted, expected) in [(&own, 204), (&other, 503)] {
        let authority = file("authority.pem", trusted);
        let program = Program::start_with(folder.path().join("town.db"), |command| {
            command.env("SSL_CERT_FILE", authority).env("RUST_LOG", "off");
            for setting in [
                "host=localhost",
                &format!("port={}", inbox.port),
                "encryption=starttls",
                "user=town",
                &format!("password_file={password}"),
                "sender=Town <town@town.example>",
            ] {
                command.args(["--set", &format!("mail.{setting}")]);
            }
        });
        let site = Site::new(&program.url).expect("an address");
        let guest = site.guest("Ben").await.expect("a guest");
        let body = json!({"address": "ben@mail.example", "language": "en"});
        let request = site.request(Method::POST, "/api/me/email").by(&guest).json(&body);
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), expected, "{}", answer.text());
    }
    let email = inbox.next().await;
    assert!(email.is_encrypted && inbox.is_empty());
    assert_eq!(email.login.as_deref(), Some("town open sesame"));
}
