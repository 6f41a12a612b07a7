// Recipients: whom invoices go to and for whom certificates are redeemed.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { line, someLine } from "../kernel/text.ts";
import { countryCode } from "./business-accounts.ts";
import { RECORD_READ_REFUSALS } from "./records.ts";

/** Recipients that an account may have, those that are archived not counted. */
export const RECIPIENTS_MAX = 1000;

const recipientFields = z.object({
  type: z.enum(["invoice", "redemption_beneficiary", "delivery"]),
  name: someLine(200),
  registration_number: line(60),
  /** A person, whose name public statements show as a hash alone. */
  is_natural_person: z.boolean(),
  country: countryCode,
  city: someLine(100),
  address: someLine(300),
  postal_code: line(20),
});

const recipientItem = recipientFields.extend({
  recipient_uid: z.uuid(),
  /** Records keep the version that they used. */
  version: z.int(),
  country: z.string(),
});

export const listRecipients = endpoint({
  name: "listRecipients",
  method: "GET",
  path: "rehash/recipients",
  keyRight: "none",
  summary: "Recipients of the business account by name, without those that are archived",
  query: z.object({ account: z.uuid() }),
  answer: z.object({ items: z.array(recipientItem) }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const addRecipient = endpoint({
  name: "addRecipient",
  method: "POST",
  path: "rehash/recipients",
  keyRight: "none",
  summary: "Adds a recipient",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject(recipientFields.shape),
  answer: z.object({ recipient_uid: z.uuid(), version: z.int() }),
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "RCP-001"],
});

export const changeRecipient = endpoint({
  name: "changeRecipient",
  method: "PUT",
  path: "rehash/recipients",
  keyRight: "none",
  summary: "Changes what is named of a recipient; what was redeemed for it keeps the version that it used",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({
    recipient_uid: z.uuid(),
    expected_version: z.int().min(1).max(1_000_000),
    ...recipientFields.partial().shape,
  }),
  answer: z.object({ version: z.int() }),
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "GEN-409"],
});

export const archiveRecipient = endpoint({
  name: "archiveRecipient",
  method: "DELETE",
  path: "rehash/recipients",
  keyRight: "none",
  summary: "Takes a recipient off the list",
  query: z.object({ account: z.uuid(), recipient_uid: z.uuid() }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013"],
});
