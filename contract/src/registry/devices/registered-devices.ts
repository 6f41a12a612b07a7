// Devices that are registered: what certificates can be issued for.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../../kernel/paging.ts";
import { line, paragraphs } from "../../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  nextStep,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordFrame,
} from "../../parties/records.ts";
import { BASIS_PARTS } from "./basis.ts";
import { ownedConsent } from "./registered-states.ts";
import { DEVICE_LIMITS, DEVICE_TYPES, METER_ROLES } from "./device-form.ts";
import { DEVICE_ORDERS } from "./device-orders.ts";
import { DEVICE_DECISIONS, REGISTERED_LIFE } from "./registered-life.ts";

/** A line of the list of devices (C93), and of groups (C94). */
const listedRegisteredDevice = z.object({
  device_uid: z.uuid(),
  device_unique_id: z.string(),
  device_english_name: z.string(),
  device_local_name: z.string(),
  commercial_operation_date: z.iso.date(),
  registry: z.string(),
  device_type: z.enum(DEVICE_TYPES),
  fuel_type: z.string(),
  device_technology: z.string(),
  location: z.string(),
  province: z.string(),
  capacity_w: z.number(),
  /** Of a group how many devices it has today. */
  members: z.int(),
  registered_on: z.iso.date(),
  /** Its first day: that of its registration, or the one on which it succeeds another. */
  valid_from: z.iso.date(),
  valid_to: z.iso.date(),
  demonstration: z.boolean(),
  /** A state of REGISTERED_LIFE. */
  status: z.enum(REGISTERED_LIFE.states),
  /** Nothing is issued for it, whatever the state says a moment later. */
  suspended: z.boolean(),
  next: nextStep.nullable(),
});
export type ListedRegisteredDevice = z.output<typeof listedRegisteredDevice>;

export const listRegisteredDevices = endpoint({
  name: "listRegisteredDevices",
  method: "GET",
  path: "rehash/devices",
  summary: "Registered devices of the account, or of whom an issuer decides about",
  query: actingFor.extend({
    type: z.enum(DEVICE_TYPES).optional(),
    search: line(100).default(""),
    order_by: z.enum(DEVICE_ORDERS).default("device_unique_id"),
    order_type: z.enum(["asc", "desc"]).default("desc"),
    page: pageNumber,
    page_size: pageSize(20),
  }),
  answer: z.object({ items: z.array(listedRegisteredDevice), total_items: z.int() }),
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});

/** What an issuer may find of a meter: it counts no more, or another one counts in its place. */
export const METER_FINDINGS = ["dead", "replaced"] as const;

/** A finding (rule R5). `day`: the local day from which on inverters stand in, or on which the counter began anew. */
const meterFinding = z.object({
  kind: z.enum(METER_FINDINGS),
  day: z.iso.date(),
  /** The last reading of the meter, Wh; null: not stated. */
  last_reading_wh: z.number().nullable(),
  reason: z.string(),
  found_at: z.iso.datetime(),
});

const registeredDevice = recordFrame.extend({
  ...listedRegisteredDevice.shape,
  owner: z.string(),
  address: z.string(),
  timezone: z.string(),
  suspended_because: z.string().nullable(),
  /** The application that it came from. */
  application: z.object({ record_uid: z.uuid(), number: z.string() }).nullable(),
  /** Its points of measurement, with what each is to what is certified (rule R3); none: it is bound and counts nothing. */
  units: z.array(
    z.object({
      unit_uid: z.uuid(),
      serial: z.string(),
      role: z.enum(METER_ROLES),
      parts: z.array(z.enum(BASIS_PARTS)),
      from: z.iso.date(),
      to: z.iso.date().nullable(),
      suspended_because: z.string().nullable(),
      findings: z.array(meterFinding),
    }),
  ),
  /** Devices of a group with the months that they belong to it, `until` not included. */
  group_members: z.array(
    z.object({
      device_uid: z.uuid(),
      code: z.string(),
      name: z.string(),
      capacity_w: z.number(),
      from: z.iso.date(),
      until: z.iso.date().nullable(),
    }),
  ),
  /** What succeeds it; null: nothing yet. */
  successor: z.object({ device_uid: z.uuid(), code: z.string() }).nullable(),
  /** The open application of the account that asked to succeed it; null: none, or another account's. */
  renewal: z.object({ record_uid: z.uuid(), number: z.string() }).nullable(),
  /** The account that it was released to; null: none. */
  released_to: z.object({ company: z.string(), trade_account_id: z.string() }).nullable(),
  /** Whether the person may begin its renewal. */
  can_renew: z.boolean(),
  /** Whether the person may begin a change of what it is registered with, before it ends. */
  can_change: z.boolean(),
  /** Consents to it that are the person's to give or withdraw, as an owner of one of its plants. */
  consents: z.array(ownedConsent),
});
export type RegisteredDevice = z.output<typeof registeredDevice>;

export const getRegisteredDevice = endpoint({
  name: "getRegisteredDevice",
  method: "GET",
  path: "rehash/device",
  summary: "A registered device with its points of measurement, or the devices of a group",
  query: actingFor.extend({ device_uid: z.uuid() }),
  answer: registeredDevice,
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});

/** Longest reason of a decision. */
const REASON_MAX = 2000;

/** What every command on a device carries. */
const command = z.strictObject({
  device_uid: z.uuid(),
  /** The version that the person saw; another one is refused with GEN-409. */
  expected_version: z.int().min(1).max(1_000_000_000),
  key: z.uuid(),
});

export const DECISION_MESSAGES = {
  "DEV-043": "The bindings of {meters} are suspended: an issuer resumes the device.",
} as const;

export const decideOnDevice = endpoint({
  name: "decideOnDevice",
  method: "POST",
  path: "rehash/devices/actions",
  summary:
    "Issuers and platform operators suspend a device and resume it; an issuer confirms bindings that a change of the plant has suspended",
  query: actingFor,
  body: command.extend({ action: z.enum(DEVICE_DECISIONS), reason: paragraphs(REASON_MAX) }),
  answer: commandAnswer,
  keyRight: "none",
  refusals: [...RECORD_REFUSALS, "DEV-015", "DEV-043"],
});

export const releaseDevice = endpoint({
  name: "releaseDevice",
  method: "POST",
  path: "rehash/devices/release",
  summary:
    "An account manager lets a device go to another account, which may then apply to succeed it, or takes that back",
  query: actingFor,
  body: command.extend({
    /** The trade account id of the other; null: to nobody any more. */
    trade_account_id: line(40).nullable(),
  }),
  answer: commandAnswer,
  keyRight: "none",
  refusals: [...RECORD_REFUSALS, "DEV-041", "DEV-042", "GRP-007"],
});

export const FINDING_MESSAGES = {
  "DEV-036": "Choose a day from {from} to {to}.",
  "DEV-037": "Enter the last reading of the meter.",
  "DEV-038": "This was already found of meter {serial} for {day}.",
} as const;

export const recordMeterFinding = endpoint({
  name: "recordMeterFinding",
  method: "POST",
  path: "rehash/devices/meter-findings",
  summary: "An issuer finds that a meter is dead from a day on, or that it was replaced on a day",
  query: actingFor,
  body: command.extend({
    unit_uid: z.uuid(),
    kind: z.enum(METER_FINDINGS),
    day: z.iso.date(),
    /** Wh; a meter that is dead has one. */
    last_reading_wh: z.int().min(0).max(1e15).nullable().default(null),
    reason: paragraphs(300),
  }),
  answer: commandAnswer,
  keyRight: "none",
  refusals: [...RECORD_REFUSALS, "DEV-036", "DEV-037", "DEV-038"],
});

export const changeGroup = endpoint({
  name: "changeGroup",
  method: "POST",
  path: "rehash/device-groups/members",
  summary: "Adds devices to a group, or takes some out, from the beginning of a future month on",
  query: actingFor,
  body: command.extend({
    /** YYYY-MM-01, after today. */
    from: z.iso.date(),
    add: z.array(z.uuid()).max(DEVICE_LIMITS.members.max).default([]),
    remove: z.array(z.uuid()).max(DEVICE_LIMITS.members.max).default([]),
  }),
  answer: commandAnswer,
  keyRight: "none",
  refusals: [
    ...RECORD_REFUSALS,
    "GRP-001",
    "GRP-002",
    "GRP-003",
    "GRP-004",
    "GRP-005",
    "GRP-006",
    "GRP-008",
    "DEV-041",
  ],
});
