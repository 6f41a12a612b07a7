// What tests of devices share: an application that breaks no rule, and what its page asks for, as the server answers.
import { getSecurity } from "@heliograph/contract/identity/security";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import {
  getDeviceApplication,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { listDeviceProjects } from "@heliograph/contract/registry/devices/device-projects";
import { getDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import { listDeviceFolders } from "@heliograph/contract/registry/devices/device-folders";
import { DEVICE_DOCUMENTS, type DeviceFields } from "@heliograph/contract/registry/devices/device-form";
import type { GroupMember } from "@heliograph/contract/registry/devices/groups";
import { answer, rulesBroken } from "./test-kit.tsx";

export const APPLICATION_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3377";
const METER = "0190d3a4-0000-7000-8000-000000000001";
export const DEVICE_PROJECT = "0190d3a4-0000-7000-8000-000000000002";
export const SUBMITTED_AT = "2026-11-03T02:24:36.000Z";

export const SOUND_FIELDS: DeviceFields = {
  device_english_name: "Rice Mill Rooftop",
  device_local_name: "Xay xát Can Tho",
  registry: "IREC",
  owner: "Xanh Energy JSC",
  fuel_type: "ES100",
  device_technology: "TC110",
  capacity: "0.940",
  commercial_operation_date: "2023-11-02",
  on_site_consumption: "part",
  auxiliary_energy: "none",
  location: "VN",
  province: "Can Tho",
  address: "",
  latitude: "10.0894",
  longitude: "105.70882",
  project_uid: DEVICE_PROJECT,
  no_other_certificates: "yes",
};
type Facts = DeviceApplication["facts"];
export const FREE_METER = {
  device_uid: METER,
  serial: "SC24TN0417",
  name: "Main meter",
  roles: ["main" as const],
  bound_to: null,
};
export const SOUND_FACTS: Facts = {
  type: "normal",
  today: "2026-11-24",
  registration_date: null,
  documents: Object.fromEntries(DEVICE_DOCUMENTS.map((kind) => [kind, kind === "photos" ? 2 : 1])),
  meters: [FREE_METER],
  registered: null,
  nearby: null,
  project: "Rice mill",
  consent: true,
  same_world: true,
  predecessor: null,
};
export const ROOF: GroupMember = {
  device_uid: METER,
  code: "D000123",
  name: "Roof 1",
  registry: "IREC",
  location: "VN",
  province: "Can Tho",
  fuel_type: "ES100",
  device_technology: "TC110",
  owner: "Xanh Energy JSC",
  capacity_w: 900_000,
  group: null,
  own_issuance: false,
  ended: null,
};
/** A draft of a device that breaks no rule, changed as told. */
export const fakeApplication = (change: Partial<DeviceApplication> = {}): DeviceApplication =>
  getDeviceApplication.answer.parse({
    record_uid: APPLICATION_UID,
    number: "DR-2026-000031",
    status: "draft",
    version: 2,
    created_at: SUBMITTED_AT,
    changed_at: SUBMITTED_AT,
    actions: ["submit", "delete"],
    next: { by: "trader", is_you: true, until: null, otherwise: null },
    timeline: [],
    second_person: null,
    type: "normal",
    draft: { fields: SOUND_FIELDS, meters: [{ device_uid: METER, role: "main" }], members: [] },
    documents: [],
    answers: [],
    note: "",
    facts: SOUND_FACTS,
    members: [],
    versions: [],
    account: { company: "Xanh Energy JSC", trade_account_id: "TA-000001" },
    folder: null,
    device: null,
    opened: false,
    peak: null,
    ...change,
  });

/** What the page of the application asks for; whatever is done on it is refused with the rules. */
export function applicationAnswers(change: Partial<DeviceApplication>, refused: readonly GuardError[]) {
  const [first, ...others] = refused;
  const refuse = () => (first === undefined ? new Response() : rulesBroken(first, ...others));
  return {
    "auth/security": () =>
      answer(getSecurity, {
        has_password: true,
        confirmed_until: new Date(Date.now() + 600_000).toISOString(),
        passkey_origin: null,
        passkeys: [],
        second_factor: null,
        provider: null,
      }),
    "rehash/device-application": () => answer(getDeviceApplication, fakeApplication(change)),
    "rehash/device-projects": () => answer(listDeviceProjects, { items: [] }),
    "rehash/device-folders": () => answer(listDeviceFolders, { items: [], total_items: 0, tab_counts: {} }),
    "rehash/device-consent": () =>
      answer(getDeviceConsent, {
        project: { project_uid: "018f0000-0000-7000-8000-0000000000a1", name: "Roof" },
        company: "Xanh Energy JSC",
        statement: "I consent.",
        language: "en",
        signed_at: null,
        signed_by: null,
        devices: [],
      }),
    "rehash/device-applications": refuse,
    "rehash/device-applications/actions": refuse,
    "rehash/proposals/answers": refuse,
  };
}
