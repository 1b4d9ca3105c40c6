//! What an engine answers, as a worker asks it.

mod looking_back;
mod shared_device;
