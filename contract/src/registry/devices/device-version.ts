// Versions of applications as they are stored and answered: their form may have had other names than that of today.
import { z } from "zod";
import { deviceFieldNames, type DeviceField } from "./device-form.ts";

/** A mark as it is stored: its item may be one that the form has no longer. */
const storedMark = z.object({ item: z.string(), reason: z.string() });
export type StoredMark = z.output<typeof storedMark>;
/** An answer as it is stored, likewise. */
const storedAnswer = z.object({ item: z.string(), answer: z.string() });
export type StoredAnswer = z.output<typeof storedAnswer>;

/** A document as a version holds it. `kind`: one of DEVICE_DOCUMENTS, or one that the form had when it was handed in. */
export const heldDocument = z.object({
  document_uid: z.uuid(),
  kind: z.string(),
  name: z.string(),
  size_bytes: z.int(),
  /** Hex. */
  sha256: z.string(),
});
export type HeldDocument = z.output<typeof heldDocument>;

/** Something that a version says and the form of today has no place for, under the name that it had. */
const earlierItem = z.object({ name: z.string(), value: z.string() });

/** The fields of an application as they are stored: "" where nothing was typed, or where nothing was asked for. */
export const fieldTexts = z.record(z.enum(deviceFieldNames), z.string());

/** What a version of an application says: what is frozen and hashed when it is submitted, in the words of the form of today. */
export const versionContent = z.object({
  fields: fieldTexts,
  /** `role`: one of METER_ROLES, or one that there was. */
  meters: z.array(z.object({ device_uid: z.string(), role: z.string() })),
  members: z.array(z.string()),
  documents: z.array(heldDocument),
  earlier: z.array(earlierItem),
});

/** What a version of an application says; see `versionContent`. */
export interface DeviceVersionContent {
  readonly fields: Readonly<Record<DeviceField, string>>;
  readonly meters: readonly { readonly device_uid: string; readonly role: string }[];
  readonly members: readonly string[];
  readonly documents: readonly HeldDocument[];
  readonly earlier: readonly z.output<typeof earlierItem>[];
}

/** A version that was submitted, with what the issuer said of it. */
export const deviceVersion = z.object({
  submission: z.int(),
  /** Hex. */
  hash: z.string(),
  submitted_at: z.iso.datetime(),
  content: versionContent,
  answers: z.array(storedAnswer),
  note: z.string(),
  marks: z.array(storedMark),
  reason: z.string().nullable(),
  /** Guards that did not hold and were overridden at approval: the reason by code. */
  overrides: z.record(z.string(), z.string()),
  /** The issuer who approved it found that the owner's declaration names the device and the owner (DEV-010). */
  owner_named: z.boolean(),
});
export type DeviceVersion = z.output<typeof deviceVersion>;
