// Applications to register devices: lists, one of them, drafts, commands.
import { z } from "zod";
import { commaSeparated, pageNumber, pageSize } from "../../kernel/paging.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { line } from "../../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  nextStep,
  proposal,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
  tabCounts,
} from "../../parties/records.ts";
import { DEVICE_DOCUMENTS, DEVICE_LIMITS, DEVICE_TYPES, deviceDraft, METER_ROLES } from "./device-form.ts";
import { DEVICE_APPLICATION_ORDERS } from "./device-orders.ts";
import { DEVICE_LIFE, DEVICE_TABS } from "./device-life.ts";
import { deviceAnswer, deviceMark, REVIEW_ITEMS } from "./device-review.ts";
import { deviceVersion, fieldTexts, heldDocument } from "./device-version.ts";

/** The refusals of guards that a submission meets. */
const SUBMIT_REFUSALS = [
  "DEV-001",
  "DEV-002",
  "DEV-003",
  "DEV-004",
  "DEV-005",
  "DEV-006",
  "DEV-007",
  "DEV-008",
  "DEV-009",
  "DEV-011",
  "DEV-012",
  "DEV-013",
  "DEV-014",
  "DEV-015",
  "DEV-016",
  "DEV-017",
  "DEV-018",
  "DEV-019",
  "DEV-020",
  "DEV-039",
  "DEV-040",
  "DEV-041",
  "GRP-001",
  "GRP-002",
  "GRP-003",
  "GRP-004",
  "GRP-005",
  "GRP-008",
] as const;

/** A line of a list (C85). Texts are as typed; "" where nothing was. */
const listedApplication = z.object({
  record_uid: z.uuid(),
  application_id: z.string(),
  registry: z.string(),
  device_type: z.enum(DEVICE_TYPES),
  device_local_name: z.string(),
  device_english_name: z.string(),
  /** The code of the device; null: not approved. */
  device_unique_id: z.string().nullable(),
  fuel_type: z.string(),
  device_technology: z.string(),
  location: z.string(),
  province: z.string(),
  /** W; null: not typed, or no number. Of a group the sum of its members. */
  capacity_w: z.number().nullable(),
  /** Of a group how many devices it has. */
  members: z.int(),
  /** The local day of its first submission; null: a draft. */
  registration_date: z.iso.date().nullable(),
  created_at: z.iso.datetime(),
  status: z.string(),
  version: z.int(),
  folder_uid: z.uuid().nullable(),
  next: nextStep.nullable(),
});
export type ListedDeviceApplication = z.output<typeof listedApplication>;

const filters = actingFor.extend({
  type: z.enum(DEVICE_TYPES).optional(),
  folder_uid: z.uuid().optional(),
  status: commaSeparated(z.enum(DEVICE_TABS), DEVICE_TABS.length).optional(),
  search: line(100).default(""),
  order_by: z.enum(DEVICE_APPLICATION_ORDERS).default("application_id"),
  order_type: z.enum(["asc", "desc"]).default("desc"),
  page: pageNumber,
  page_size: pageSize(20),
});

export const listDeviceApplications = endpoint({
  name: "listDeviceApplications",
  method: "GET",
  path: "rehash/device-applications",
  summary: "Applications to register devices, of the account, or of whom an issuer decides about",
  query: filters,
  answer: z.object({
    items: z.array(listedApplication),
    total_items: z.int(),
    /** How many applications each status has, whatever status is asked for; `all` their sum. */
    tab_counts: tabCounts,
    /** How many of all that the person sees wait for whom asks. */
    waiting: z.int(),
  }),
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});

const meterFact = z.object({
  device_uid: z.uuid(),
  serial: z.string(),
  name: z.string(),
  /** What it may be to a device; none where it measures neither generation nor the grid. */
  roles: z.array(z.enum(METER_ROLES)),
  /** The code of the device that it is bound to at present; null: free. */
  bound_to: z.string().nullable(),
});

/** What the guards need beside the form; see `ApplicationFacts`. */
const deviceFacts = z.object({
  type: z.enum(DEVICE_TYPES),
  today: z.iso.date(),
  registration_date: z.iso.date().nullable(),
  documents: z.partialRecord(z.enum(DEVICE_DOCUMENTS), z.int()),
  meters: z.array(meterFact),
  registered: z.object({ code: z.string(), registry: z.string() }).nullable(),
  nearby: z.string().nullable(),
  project: z.string().nullable(),
  consent: z.boolean(),
  same_world: z.boolean(),
  predecessor: z
    .object({
      code: z.string(),
      registry: z.string(),
      ends: z.iso.date(),
      is_own: z.boolean(),
      is_released: z.boolean(),
      is_change: z.boolean(),
    })
    .nullable(),
});

const groupMember = z.object({
  device_uid: z.uuid(),
  code: z.string(),
  name: z.string(),
  registry: z.string(),
  location: z.string(),
  province: z.string(),
  fuel_type: z.string(),
  device_technology: z.string(),
  owner: z.string(),
  capacity_w: z.number(),
  group: z.string().nullable(),
  own_issuance: z.boolean(),
  ended: z.iso.date().nullable(),
});

const overrides = z.record(z.string().max(7), z.string().max(DEVICE_LIMITS.reason.max));

const deviceApplication = recordFrame.extend({
  second_person: proposal(z.object({ overrides: overrides.optional(), owner_named: z.boolean().optional() })),
  type: z.enum(DEVICE_TYPES),
  /** What is typed now. What an earlier form had and that of today has not is left out. */
  draft: z.object({
    fields: fieldTexts,
    meters: z.array(z.object({ device_uid: z.uuid(), role: z.enum(METER_ROLES) })),
    members: z.array(z.string()),
  }),
  documents: z.array(heldDocument),
  answers: z.array(z.object({ item: z.enum(REVIEW_ITEMS), answer: z.string() })),
  note: z.string(),
  facts: deviceFacts,
  /** The devices of a group, as they stand now. */
  members: z.array(groupMember),
  /** The versions that were submitted, the oldest first. */
  versions: z.array(deviceVersion),
  /** The company; its trade account id, null before it is active. */
  account: z.object({ company: z.string(), trade_account_id: z.string().nullable() }),
  folder: z.object({ folder_uid: z.uuid(), name: z.string() }).nullable(),
  /** The device that it became; null: none yet. */
  device: z
    .object({ device_uid: z.uuid(), code: z.string(), valid_from: z.iso.date(), valid_to: z.iso.date() })
    .nullable(),
  /** An issuer has looked at the newest version. */
  opened: z.boolean(),
  /** What the readings of its meters say: the highest power in `months` months; null: there are none. */
  peak: z.object({ peak_w: z.number(), months: z.int() }).nullable(),
});
export type DeviceApplication = z.output<typeof deviceApplication>;

const oneRecord = actingFor.extend({ record_uid: z.uuid() });

export const getDeviceApplication = endpoint({
  name: "getDeviceApplication",
  method: "GET",
  path: "rehash/device-application",
  summary: "An application with its versions, its documents and what its guards need",
  query: oneRecord,
  answer: deviceApplication,
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});

export const createDeviceApplication = endpoint({
  name: "createDeviceApplication",
  method: "POST",
  path: "rehash/device-applications",
  summary: "Begins an application as a draft: empty, as a copy of another, or to succeed a registered device",
  query: actingFor,
  body: z.strictObject({
    key: z.uuid(),
    type: z.enum(DEVICE_TYPES).default("normal"),
    copy_of: z.uuid().optional(),
    /** The code of a registered device that it will succeed: of the account, or released to it. */
    succeeds: z
      .string()
      .regex(/^D\d{6}$/)
      .optional(),
    /** It changes the device, the account's own and no group, from the month after its approval on; without, it renews it at its end. */
    is_change: z.boolean().default(false),
    folder_uid: z.uuid().optional(),
  }),
  answer: z.object({ record_uid: z.uuid(), number: z.string() }),
  keyRight: "none",
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-410", "DEV-034", "DEV-041"],
});

export const saveDeviceApplication = endpoint({
  name: "saveDeviceApplication",
  method: "PUT",
  path: "rehash/device-application",
  summary: "Saves a draft, or the changes to one that was referred back, as it was typed",
  query: oneRecord,
  body: z.strictObject({
    expected_version: z.int().min(1).max(1_000_000_000),
    draft: deviceDraft,
    answers: z.array(deviceAnswer).max(40).default([]),
    note: line(DEVICE_LIMITS.note).default(""),
  }),
  answer: deviceApplication,
  keyRight: "none",
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-409", "GEN-422"],
});

export const actOnDeviceApplication = endpoint({
  name: "actOnDeviceApplication",
  method: "POST",
  path: "rehash/device-applications/actions",
  summary: "Submits, reviews, refers back, approves, declines, recalls or deletes an application",
  query: actingFor,
  body: recordCommand(DEVICE_LIFE).extend({
    /** Of `refer`: what the applicant must change or answer. */
    marks: z.array(deviceMark).max(40).default([]),
    /** Of approvals: the reason by the code of each guard that does not hold; the others are left out. */
    overrides: overrides.default({}),
    /** Of approvals: the owner's declaration names the device and the owner (DEV-010). */
    owner_named: z.boolean().default(false),
  }),
  answer: commandAnswer.extend({ device_code: z.string().optional() }),
  keyRight: "none",
  refusals: [
    ...RECORD_REFUSALS,
    ...SUBMIT_REFUSALS,
    "DEV-010",
    "DEV-030",
    "DEV-031",
    "DEV-032",
    "DEV-033",
    "DEV-035",
  ],
});
