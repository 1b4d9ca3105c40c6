//! Authentication: the cookie of a guest's browser, and how a guest adds further devices or returns without one.

mod cookie;
mod device_label;
mod passkey;
mod sign_in_code;

pub use self::sign_in_code::{InvalidCode, SignInCode};
pub(crate) use self::{
    cookie::Secret,
    device_label::device_label,
    passkey::{Ceremony, InvalidPasskey, Site},
};
