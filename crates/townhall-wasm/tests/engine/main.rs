//! The answers of an engine to the requests of a worker.

mod looking_back;
mod shared_device;
