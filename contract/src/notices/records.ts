// What happened to records of the certificate workspace, as each person is told of it: the list behind the bell of its pages (C38).
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { actingFor, RECORD_READ_REFUSALS } from "../parties/records.ts";
import { WAITING_KINDS } from "../registry/services.ts";
import { NOTICE_LANGUAGES } from "./notifications/notifications.ts";

/** Days that a notice is kept. */
export const RECORD_NOTICES_KEPT_DAYS = 90;

/** Tabs of the list. */
export const RECORD_NOTICE_TABS = ["all", "unread"] as const;

/** In which order they come: the newest first, or before all others those that are not read. */
const RECORD_NOTICE_ORDERS = ["newest", "unread"] as const;

const recordNotice = z.object({
  id: z.uuid(),
  /** When it happened. */
  at: z.iso.datetime(),
  service: z.enum(WAITING_KINDS),
  /** The record on whose page it is found. */
  record_uid: z.uuid(),
  /** "IS-2026-000001". */
  number: z.string(),
  /** What the record is about, as far as the person may know; empty where that is nothing. */
  title: z.string(),
  /** Of kind `accounts`: the business account on whose page it is found; null of the others. */
  account: z.uuid().nullable(),
  /** What kind of record it is, and what happened to it, in the language: "Device registration", "Approved". */
  kind: z.string(),
  event: z.string(),
  /** Who did it, by the part in it alone: "an issuer". */
  by: z.string(),
  reason: z.string().nullable(),
  /** It is the person's turn since, and nobody has acted. */
  waits: z.boolean(),
  /** Until when, where it waits; null: there is no time limit. */
  until: z.iso.datetime().nullable(),
  /** False: the record has gone back to where the person does not see it. */
  is_there: z.boolean(),
  read: z.boolean(),
  demonstration: z.boolean(),
});
export type RecordNotice = z.output<typeof recordNotice>;

export const listRecordNotices = endpoint({
  name: "listRecordNotices",
  method: "GET",
  path: "rehash/notices",
  keyRight: "none",
  summary:
    "What happened to records, as the person was told in this part, a page at a time, kept for 90 days",
  query: actingFor.extend({
    tab: z.enum(RECORD_NOTICE_TABS).default("all"),
    order: z.enum(RECORD_NOTICE_ORDERS).default("newest"),
    service: z.enum(WAITING_KINDS).optional(),
    /** Words that occur in number or title. */
    search: line(100).default(""),
    page: pageNumber,
    items_page: pageSize(20),
    /** Of what happened; left out: the one that the person is written to in. */
    language: z.enum(NOTICE_LANGUAGES).optional(),
  }),
  answer: z.object({
    items: z.array(recordNotice),
    total: z.int(),
    /** How many of each tab there are, and of each kind in the tab that is asked for; a search narrows them, the kind does not. */
    counts: z.record(z.enum(RECORD_NOTICE_TABS), z.int()),
    services: z.record(z.enum(WAITING_KINDS), z.int()),
    /** How many in all are not read, and the newest of all; null: there is none. */
    unread: z.int(),
    newest: z.uuid().nullable(),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const readRecordNotices = endpoint({
  name: "readRecordNotices",
  method: "POST",
  path: "rehash/notices/read",
  keyRight: "none",
  summary: "Marks a notice of records as read, or it and all before it",
  query: actingFor,
  body: z.strictObject({
    id: z.uuid(),
    /** All before it too. */
    and_before: z.boolean().default(false),
  }),
  answer: z.object({ unread: z.int() }),
  refusals: [...RECORD_READ_REFUSALS, "notification.not_found"],
});
