// From kilowatt-hour to certificate: what a plant's generation became, and what of it can be issued now.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { oneProject } from "../../monitoring/portfolio.ts";
import { nextStep } from "../../parties/records.ts";
import { ownedConsent, REGISTERED_STATES } from "../devices/registered-states.ts";

/** Where certificates of a plant are, for whoever issued them: `sold` are with another account, `retired` redeemed. */
export const CERTIFICATE_PLACES = ["retired", "sold", "on_sale", "reserved", "available"] as const;
export type CertificatePlaceName = (typeof CERTIFICATE_PLACES)[number];

/** MWh of a month of generation by where they are. */
const byPlace = z.object({
  retired: z.int(),
  sold: z.int(),
  on_sale: z.int(),
  reserved: z.int(),
  available: z.int(),
});

const openRequest = z.object({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  version: z.int(),
  /** Local days of the plant, both included. */
  from_day: z.iso.date(),
  to_day: z.iso.date(),
  /** Certificates that it makes. */
  quantity: z.int(),
  /** Wh of its days, and those left over from before. */
  counted_wh: z.int(),
  carried_wh: z.int(),
  /** Codes of the guards that it fails; empty: it can be sent. */
  failed: z.array(z.string()),
  /** Days on which the meter did not measure all. */
  weaker_days: z.int(),
  days: z.int(),
  next: nextStep.nullable(),
  /** True: the person may send it, or take it back. */
  may_act: z.boolean(),
});

export const plantCertificates = endpoint({
  name: "plantCertificates",
  method: "GET",
  path: "project/certificates",
  keyRight: "none",
  summary:
    "Certificates of a plant's generation, for members of the project with a role in a business account, and to its owners what they have consented to",
  query: oneProject,
  answer: z.object({
    /** The business account that the plant is registered for, else the person's first; null: the person has a role in none that matters here. */
    account: z.uuid().nullable(),
    company_name: z.string(),
    /** True: the person may register the plant. */
    may_register: z.boolean(),
    device: z
      .object({
        device_uid: z.uuid(),
        code: z.string(),
        registry: z.string(),
        status: z.enum(REGISTERED_STATES),
        suspended_because: z.string().nullable(),
        /** Who must act on the device itself; null: nobody. */
        next: nextStep.nullable(),
      })
      .nullable(),
    /** The year that `months` are of. */
    vintage: z.int(),
    months: z.array(byPlace.extend({ month: z.string() })),
    /** Where they are, with the account's own record that holds them or by which they went; "": none. `is_other`: another account redeemed them. */
    places: z.array(
      z.object({
        place: z.enum(CERTIFICATE_PLACES),
        reference: z.string(),
        is_other: z.boolean(),
        mwh: z.int(),
      }),
    ),
    request: openRequest.nullable(),
    /** Wh of this month so far. */
    so_far_wh: z.int(),
    /** Local day and time on which the next draft comes: 2026-12-01 02:00. */
    next_draft: z.string(),
    /** Of an owner of the plant, who need have no role in a business account: consents that are the person's to give or withdraw. */
    consents: z.array(ownedConsent),
  }),
  refusals: ["project.not_found"],
});
