//! Authentication: the cookie of a guest's browser, and how a guest adds further devices.

mod cookie;
mod device_code;
mod device_label;

pub(crate) use self::{
    cookie::Secret,
    device_code::{DeviceCode, InvalidDeviceCode},
    device_label::device_label,
};
