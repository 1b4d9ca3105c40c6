//! The parts of a server that any of its crates may need, and that know nothing of each other's subjects.
//!
//! | module | contents |
//! | --- | --- |
//! | `clock` | The time, which follows the time of day and notices jumps. |
//! | `entropy` | Random bytes of the operating system, deals and codes of tables. |
//! | `lock` | Locking mutexes, also after a panic. |
//! | `seldom_log` | Rate-limited log lines: `seldom!`. |
//! | `counted` | Counting what exists in a gauge of the metrics. |
//! | `descriptors` | The limit of open files. |
//! | `stop` | Waiting until the server stops. |

pub mod clock;
mod counted;
pub mod descriptors;
pub mod entropy;
mod lock;
mod seldom_log;
mod stop;

#[doc(hidden)]
pub use tracing;

pub use self::{
    counted::Counted,
    lock::lock,
    seldom_log::SeldomLog,
    stop::{stopped, until_stopped},
};
