// `cuboid methods`, `cuboid options` and `cuboid devices`.
#pragma once

namespace command {

int list_methods();
int list_options();
int list_devices();

}  // namespace command
