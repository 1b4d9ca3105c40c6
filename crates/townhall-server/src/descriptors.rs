//! How many files and connections the operating system lets this process have.

/// How many of them are kept for files and for what is not counted.
const RESERVED: u64 = 64;

/// Raises the limit as far as it goes. How many connections there may be then; none, if there is no limit.
#[cfg(unix)]
pub(crate) fn raise() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    let limit = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum,
        Err(error) => {
            // Some systems name a maximum that they don't grant.
            tracing::debug!(%error, "the limit of open files stays as it is");
            current
        }
    };
    limit.map(connections)
}

/// There is no such limit.
#[cfg(not(unix))]
pub(crate) const fn raise() -> Option<usize> {
    None
}

/// How many connections there may be with so many descriptors.
#[cfg(any(unix, test))]
fn connections(descriptors: u64) -> usize {
    let reserved = RESERVED.min(descriptors / 2);
    usize::try_from(descriptors - reserved).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_descriptors_are_kept_for_files() {
        assert_eq!([10, 256, 1024].map(connections), [5, 192, 960]);
    }
}
