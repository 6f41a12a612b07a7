// What tests of the lists of certificate pages share: a row of each list, as the server answers.
import { listDeviceApplications } from "@heliograph/contract/registry/devices/device-applications";
import { listDeviceFolders } from "@heliograph/contract/registry/devices/device-folders";
import { listRegisteredDevices } from "@heliograph/contract/registry/devices/registered-devices";
import { listGecRedemptions } from "@heliograph/contract/registry/gec/gec-redemptions";
import { listRecImports } from "@heliograph/contract/registry/imports/imports";
import { listIssuances } from "@heliograph/contract/registry/issuance/issuance";
import { listRedemptions } from "@heliograph/contract/registry/redemption/redemptions";
import { fakeNothingWaits, fakeSeats } from "./registry-fakes.ts";
import { answer, type fakeServer } from "./test-kit.tsx";

/** Uid of each of them. */
export const ROW_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
const AT = "2026-11-03T02:24:36.000Z";
const PLACE = { location: "Long Duc", province: "Tra Vinh" };
const RECORD = { record_uid: ROW_UID, version: 1, next: null };
const DEVICE = {
  registry: "IREC",
  device_type: "normal" as const,
  device_local_name: "Mái nhà xay lúa",
  device_english_name: "Rice Mill Rooftop",
  fuel_type: "ES100",
  device_technology: "TC110",
  location: "VN",
  province: "Tra Vinh",
  capacity_w: 1_250_000,
  members: 3,
};
const APPLICATION = {
  ...RECORD,
  ...DEVICE,
  application_id: "DR-2026-000031",
  device_unique_id: null,
  registration_date: null,
  created_at: AT,
  status: "draft",
  folder_uid: null,
};
const REGISTERED = {
  ...DEVICE,
  device_uid: ROW_UID,
  device_unique_id: "D000123",
  commercial_operation_date: "2025-06-30",
  registered_on: "2025-10-01",
  valid_from: "2025-10-01",
  valid_to: "2030-09-30",
  demonstration: false,
  status: "in_force" as const,
  suspended: false,
  next: null,
};
const FOLDER = {
  folder_uid: ROW_UID,
  group_device_id: "DF-2026-000001",
  group_device_name: "Roofs",
  total_no_of_device: 2,
  total_capacity_w: 900_000,
  location: "VN",
  created_at: AT,
  status: "mixed" as const,
};
const ISSUANCE = {
  ...RECORD,
  number: "IS-2026-000118",
  status: "in_progress",
  registry: "IREC" as const,
  device: { device_uid: ROW_UID, code: "D000123", name: "Rice Mill Rooftop" },
  fuel: "ES100",
  country: "VN",
  ...PLACE,
  from_day: "2026-10-01",
  to_day: "2026-10-31",
  quantity: 95,
  evidence: "A" as const,
  failed: [],
  demonstration: false,
  deadline: "2027-09-30",
  weaker_days: 0,
  days: 31,
  changed_at: AT,
};
const IMPORT = {
  ...RECORD,
  ...PLACE,
  number: "IM-2026-000018",
  status: "in_progress",
  registry: "IREC",
  origin: "EVIDENT",
  device_name: "Rice Mill Rooftop",
  device_code: "D000123",
  fuel: "ES100",
  country: "VN",
  period_from: "2026-01-01",
  period_to: "2026-01-31",
  quantity: 300,
  quantity_received: 0,
  rec_id: [],
  created_at: AT,
  company_name: null,
};
const REDEMPTION = {
  ...RECORD,
  number: "RD-2026-000057",
  status: "approved",
  registry: "IREC",
  country: "VN",
  fuel: "ES100",
  vintage: 2026,
  amount: 100,
  devices: [{ name: "Rice Mill Rooftop", ...PLACE }],
  beneficiary_name: "Bao Bi Co.",
  redeems_for: "third_party" as const,
  created_at: AT,
  changed_at: AT,
  completed_at: null,
  company_name: null,
};
const GEC = {
  ...RECORD,
  ...PLACE,
  number: "GR-2026-000001",
  status: "in_progress",
  status_before: null,
  registry: "GEC",
  side: "buyer" as const,
  buyer_name: "Buyer Co.",
  seller_name: "Seller Co.",
  device_name: "Rice Mill Rooftop",
  fuel: "ES100",
  vintages: [2026],
  beneficiary_name: "Bao Bi Co.",
  redeems_for: "own_consumption",
  quantity: 5,
  created_at: AT,
  completed_at: null,
  changed_at: AT,
};

/** The answers of a server that has one row of each list and nothing that waits. */
export const fakeLists = (): Parameters<typeof fakeServer>[0] => ({
  "rehash/seats": () => fakeSeats(),
  "rehash/waiting": fakeNothingWaits,
  "rehash/device-applications": () =>
    answer(listDeviceApplications, { items: [APPLICATION], total_items: 1, tab_counts: {}, waiting: 0 }),
  "rehash/device-folders": () =>
    answer(listDeviceFolders, { items: [FOLDER], total_items: 1, tab_counts: {} }),
  "rehash/devices": () => answer(listRegisteredDevices, { items: [REGISTERED], total_items: 1 }),
  "rehash/issuances": () =>
    answer(listIssuances, {
      items: [ISSUANCE],
      total_items: 1,
      counts: {},
      waiting: 0,
      ready: { drafts: 0, quantity: 0, items: [] },
    }),
  "rehash/imports": () => answer(listRecImports, { items: [IMPORT], counts: {}, total: 1 }),
  "rehash/redemptions": () => answer(listRedemptions, { items: [REDEMPTION], counts: {}, total: 1 }),
  "rehash/gec-redemptions": () => answer(listGecRedemptions, { items: [GEC], counts: {}, total: 1 }),
});
