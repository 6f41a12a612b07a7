// Documents of applications, and the consent of owners of plants. Files travel as they are, not as JSON.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { signedLanguage } from "../../kernel/text.ts";
import { plainFileName } from "../../kernel/file-name.ts";
import { actingFor } from "../../parties/records.ts";
import { DEVICE_DOCUMENTS } from "./device-form.ts";
import { heldDocument } from "./device-version.ts";

export const uploadDeviceDocument = endpoint({
  name: "uploadDeviceDocument",
  method: "POST",
  path: "rehash/device-document",
  summary:
    "Adds a document to an application: PDF, JPG or PNG of at most 10 MB. Its content must be what its name says",
  query: actingFor.extend({
    record_uid: z.uuid(),
    kind: z.enum(DEVICE_DOCUMENTS),
    name: plainFileName(200),
  }),
  body: z.file(),
  answer: heldDocument,
  keyRight: "none",
  refusals: [
    "GEN-403",
    "ACC-013",
    "GEN-404",
    "GEN-422",
    "request.not_a_file",
    "file.empty",
    "file.too_large",
    "file.type",
    "file.too_many",
  ],
});

const oneDocument = actingFor.extend({ document_uid: z.uuid() });

export const downloadDeviceDocument = endpoint({
  name: "downloadDeviceDocument",
  method: "GET",
  path: "rehash/device-document",
  summary: "The content of a document, as an attachment",
  query: oneDocument,
  answer: z.file(),
  keyRight: "none",
  refusals: ["GEN-404"],
});

export const removeDeviceDocument = endpoint({
  name: "removeDeviceDocument",
  method: "DELETE",
  path: "rehash/device-document",
  summary: "Takes a document out of a draft; versions that were submitted with it keep it",
  query: oneDocument,
  answer: done,
  keyRight: "none",
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-422"],
});

const consent = z.object({
  project: z.object({ project_uid: z.uuid(), name: z.string() }),
  company: z.string(),
  /** What an owner signs by consenting, or has signed, */
  statement: z.string(),
  /** and its language. */
  language: signedLanguage,
  signed_at: z.iso.datetime().nullable(),
  signed_by: z.string().nullable(),
  /** Codes of the devices that are suspended while no consent is in force. */
  devices: z.array(z.string()),
});
export type DeviceConsent = z.output<typeof consent>;

export const getDeviceConsent = endpoint({
  name: "getDeviceConsent",
  method: "GET",
  path: "rehash/device-consent",
  summary:
    "What an owner of the plant is asked to consent to, for the application; only owners of the plant may ask",
  query: z.object({
    record_uid: z.uuid(),
    /** Of the statement, where none was signed yet. */
    language: signedLanguage.default("en"),
  }),
  answer: consent,
  keyRight: "none",
  refusals: ["GEN-404"],
});

export const setDeviceConsent = endpoint({
  name: "setDeviceConsent",
  method: "PUT",
  path: "rehash/device-consent",
  summary:
    "An owner of the plant consents to the registration, or withdraws: that suspends devices of the plant",
  body: z.strictObject({
    record_uid: z.uuid(),
    consents: z.boolean(),
    /** The statement that the person read; another one is refused with GEN-409. */
    statement: z.string().max(2000),
    /** and the language in which it was read. */
    language: signedLanguage.default("en"),
  }),
  answer: consent,
  keyRight: "none",
  refusals: ["GEN-404", "GEN-409", "confirmation.required"],
});
