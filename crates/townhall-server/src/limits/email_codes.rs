//! Limits on the codes by which guests show that an email address is theirs. A guest may enter the address of another person.

use std::sync::Mutex;

use metrics::counter;
use townhall_notices::mailbox_of;
use townhall_system::lock;
use townhall_table::journal::PlayerId;

use super::TokenBuckets;
use crate::{config::Limits, metrics::names};

/// The codes that may be sent to a mailbox, to the mailboxes of a domain, for a guest, and in all.
#[derive(Debug)]
pub(crate) struct EmailCodes {
    guests: Mutex<TokenBuckets<PlayerId>>,
    mailboxes: Mutex<TokenBuckets<String>>,
    domains: Mutex<TokenBuckets<String>>,
    all: Mutex<TokenBuckets<()>>,
}

impl EmailCodes {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            guests: Mutex::new(TokenBuckets::new(limits.email_codes_per_guest)),
            mailboxes: Mutex::new(TokenBuckets::new(limits.email_codes)),
            domains: Mutex::new(TokenBuckets::new(limits.email_codes_per_domain)),
            all: Mutex::new(TokenBuckets::new(limits.email_codes_in_all)),
        }
    }

    /// Counts a code; false if there were too many. One that is refused because of the guest or the mailbox is not counted for the
    /// domain and in all, so that nobody uses those up by repetition.
    pub(crate) fn take(&self, guest: PlayerId, address: &str) -> bool {
        let (mailbox, domain) = mailbox_of(address);
        let whose = if !lock(&self.guests).take(guest) {
            "guest"
        } else if !lock(&self.mailboxes).take(mailbox) {
            "mailbox"
        } else if !lock(&self.domains).take(domain) {
            "domain"
        } else if !lock(&self.all).take(()) {
            "all"
        } else {
            return true;
        };
        counter!(names::EMAIL_CODES_REFUSED, "whose" => whose).increment(1);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Rate;

    #[test]
    fn codes_are_limited_by_guest_mailbox_domain_and_in_all() {
        let at_once = |burst| Rate { burst, per_second: 0.0 };
        let codes = EmailCodes::new(Limits {
            email_codes: at_once(2.0),
            email_codes_per_guest: at_once(4.0),
            email_codes_per_domain: at_once(3.0),
            email_codes_in_all: at_once(6.0),
            ..Limits::default()
        });
        for (guest, address, is_allowed) in [
            (1, "v@a.example", true),
            (1, "\"v\"@a.example", true),
            (1, "V+1@A.example", false),
            (2, "v+2@a.example", false),
            (2, "w@a.example", true),
            (2, "x@a.example", false),
            (2, "x@b.example", true),
            (2, "y@b.example", false),
            (3, "y@b.example", true),
            (4, "y@c.example", true),
            (4, "z@c.example", false),
        ] {
            assert_eq!(codes.take(PlayerId(guest), address), is_allowed, "{guest} {address}");
        }
    }
}
