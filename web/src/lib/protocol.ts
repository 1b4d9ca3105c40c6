// The types of the protocol, generated from the server's Rust types by `cargo xtask types`.
export type * from "./wire";
