//! The operating system's limit on open files and connections of this process.

/// How many descriptors are reserved for files and for sockets that are not counted as connections.
const RESERVED: u64 = 64;

/// Raises the soft limit to the hard limit, and returns how many connections fit into it; `None` if there is no limit.
#[cfg(unix)]
#[must_use]
pub fn raise() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    let limit = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum,
        Err(error) => {
            // Some systems report a hard limit that they don't grant.
            tracing::debug!(%error, "the limit of open files stays as it is");
            current
        }
    };
    limit.map(connections)
}

/// `None`: other systems have no such limit.
#[cfg(not(unix))]
#[must_use]
pub const fn raise() -> Option<usize> {
    None
}

/// How many connections fit into a number of descriptors.
#[cfg(any(unix, test))]
fn connections(descriptors: u64) -> usize {
    let reserved = RESERVED.min(descriptors / 2);
    usize::try_from(descriptors - reserved).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_descriptors_are_reserved_for_files() {
        assert_eq!([10, 256, 1024].map(connections), [5, 192, 960]);
    }
}
