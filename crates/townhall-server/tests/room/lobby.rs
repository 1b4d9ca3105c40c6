//! Before the start.
