// What goes over the wire: types generated from those of the server by `cargo xtask types`.
export type * from "./wire";
