// A registered device as the server answers it, for tests of its drawer.
import {
  getRegisteredDevice,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";

export const REGISTERED_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3377";

/** A device in force, changed as told. */
export const fakeDevice = (change: Partial<RegisteredDevice> = {}): RegisteredDevice =>
  getRegisteredDevice.answer.parse({
    record_uid: REGISTERED_UID,
    number: "D000123",
    status: "in_force",
    version: 3,
    created_at: "2025-11-02T02:00:00Z",
    changed_at: "2025-11-02T02:00:00Z",
    actions: ["suspend", "find_meter", "change_members", "release"],
    next: null,
    timeline: [],
    second_person: null,
    device_uid: REGISTERED_UID,
    device_unique_id: "D000123",
    device_english_name: "Rice Mill Rooftop",
    device_local_name: "Xay xat",
    commercial_operation_date: "2023-11-02",
    registry: "IREC",
    device_type: "normal",
    fuel_type: "ES100",
    device_technology: "TC110",
    location: "VN",
    province: "Can Tho",
    capacity_w: 940_000,
    members: 0,
    registered_on: "2025-11-02",
    valid_from: "2025-11-02",
    valid_to: "2030-11-01",
    demonstration: false,
    suspended: false,
    owner: "Xanh Energy JSC",
    address: "",
    timezone: "Asia/Ho_Chi_Minh",
    suspended_because: null,
    application: null,
    units: [
      {
        unit_uid: "0190d3a4-0000-7000-8000-000000000001",
        serial: "SC24TN0417",
        role: "main",
        parts: ["counts"],
        from: "2025-11-02",
        to: null,
        suspended_because: null,
        findings: [],
      },
    ],
    group_members: [],
    successor: null,
    renewal: null,
    released_to: null,
    can_renew: true,
    consents: [],
    ...change,
  });
