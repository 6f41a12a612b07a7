// What is reviewed of a company: its documents, what each submission said, what a platform operator marks, and what differs.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { plainFileName } from "../kernel/file-name.ts";
import { unansweredItems } from "../kernel/marks.ts";
import type { GuardError } from "../kernel/problem.ts";
import { paragraphs } from "../kernel/text.ts";
import { actingFor } from "./records.ts";

/**
 * What a document is to its company: the extract of the register, the tax number, who may sign, a letter of the bank that an account is the company's (design 2.16),
 * and what else is asked for.
 */
export const COMPANY_DOCUMENTS = ["registration", "tax", "authorisation", "bank_letter", "other"] as const;
export type CompanyDocument = (typeof COMPANY_DOCUMENTS)[number];

/** Without which no company is reviewed. */
export const COMPANY_DOCUMENTS_NEEDED: readonly CompanyDocument[] = ["registration"];

export const COMPANY_REVIEW_LIMITS = {
  documentBytes: 10 * 1024 * 1024,
  /** That an account has at a time. */
  documents: 20,
  /** Characters of why an item is marked, and of the answer to it. */
  reason: 2000,
  answer: 2000,
} as const;

/** Media types that documents may have. */
export const COMPANY_DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;

const COMPANY_FIELDS = [
  "company_name",
  "english_name",
  "registration_number",
  "address",
  "country",
  "province",
  "email",
  "contact_number",
] as const;

/** What can be marked: a field, the account types, or the documents of a kind. */
export const COMPANY_ITEMS = [...COMPANY_FIELDS, "account_types", ...COMPANY_DOCUMENTS] as const;
const companyItem = z.enum(COMPANY_ITEMS);
export type CompanyItem = z.output<typeof companyItem>;

export const companyMark = z.strictObject({
  item: companyItem,
  reason: paragraphs(COMPANY_REVIEW_LIMITS.reason),
});
export type CompanyMark = z.output<typeof companyMark>;

export const companyAnswer = z.strictObject({
  item: companyItem,
  answer: paragraphs(COMPANY_REVIEW_LIMITS.answer),
});
export type CompanyAnswer = z.output<typeof companyAnswer>;

export const heldCompanyDocument = z.object({
  document_uid: z.uuid(),
  kind: z.enum(COMPANY_DOCUMENTS),
  name: z.string(),
  size_bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
});
export type HeldCompanyDocument = z.output<typeof heldCompanyDocument>;

/** What a company says of itself, "" where it says nothing. */
const companyContent = z.object({
  company_name: z.string(),
  english_name: z.string(),
  registration_number: z.string(),
  address: z.string(),
  country: z.string(),
  province: z.string(),
  email: z.string(),
  contact_number: z.string(),
  account_types: z.record(z.string(), z.string().nullable()),
  documents: z.array(heldCompanyDocument),
});
export type CompanyContent = z.output<typeof companyContent>;

/** What was submitted for review, and what the operator said of it. */
export const companyVersion = z.object({
  /** 1, 2, 3 … */
  submission: z.int(),
  submitted_at: z.iso.datetime(),
  content: companyContent,
  answers: z.array(companyAnswer),
  /** Empty until it is returned. */
  marks: z.array(companyMark),
});
export type CompanyVersion = z.output<typeof companyVersion>;

const isDocument = (item: CompanyItem): item is CompanyDocument =>
  COMPANY_DOCUMENTS.some((kind) => kind === item);

/** What a company says of an item, as text that is equal exactly where the item is. */
function itemText(content: CompanyContent, item: CompanyItem): string {
  if (isDocument(item)) {
    const held = content.documents.filter(({ kind }) => kind === item).map(({ sha256 }) => sha256);
    return held.toSorted().join(" ");
  }
  if (item === "account_types") {
    const types = Object.entries(content.account_types).filter(([, type]) => type !== null);
    return types
      .map(([registry, type]) => `${registry} ${type}`)
      .toSorted()
      .join(", ");
  }
  return content[item];
}

/** Items in which two contents differ, in the order of the form. */
export const companyChanges = (before: CompanyContent, after: CompanyContent): CompanyItem[] =>
  COMPANY_ITEMS.filter((item) => itemText(before, item) !== itemText(after, item));

/** What speaks against returning an application with these marks: ACC-011. */
export const returnFaults = (marks: readonly CompanyMark[]): GuardError[] =>
  marks.length > 0 ? [] : [{ code: "ACC-011", message: "Mark at least one field or document." }];

/** Marked items that were neither changed since `before` nor answered. */
export function openMarks(
  { content, marks }: Pick<CompanyVersion, "content" | "marks">,
  now: CompanyContent,
  answers: readonly CompanyAnswer[],
): CompanyItem[] {
  return unansweredItems(marks, companyChanges(content, now), answers);
}

/** What speaks against submitting again: ACC-012, naming the marked items that stay as they were without an answer. */
export function resubmissionFaults(
  last: Pick<CompanyVersion, "content" | "marks">,
  now: CompanyContent,
  answers: readonly CompanyAnswer[],
): GuardError[] {
  const open = openMarks(last, now, answers);
  if (open.length === 0) return [];
  const message = "Change or answer the marked items before you submit again.";
  return [{ code: "ACC-012", message, params: { items: open.join(", ") } }];
}

export const uploadCompanyDocument = endpoint({
  name: "uploadCompanyDocument",
  method: "POST",
  path: "rehash/company-document",
  keyRight: "none",
  summary:
    "Adds a document to a business account that is a draft or active: PDF, JPG or PNG of at most 10 MB. Its content must be what its name says",
  query: z.object({ account: z.uuid(), kind: z.enum(COMPANY_DOCUMENTS), name: plainFileName(200) }),
  body: z.file(),
  answer: heldCompanyDocument,
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

const oneDocument = { document_uid: z.uuid() };

export const downloadCompanyDocument = endpoint({
  name: "downloadCompanyDocument",
  method: "GET",
  path: "rehash/company-document",
  keyRight: "none",
  summary:
    "The content of a document, as an attachment, for the people of the account and platform operators",
  query: actingFor.extend(oneDocument),
  answer: z.file(),
  refusals: ["GEN-404"],
});

export const removeCompanyDocument = endpoint({
  name: "removeCompanyDocument",
  method: "DELETE",
  path: "rehash/company-document",
  keyRight: "none",
  summary: "Takes a document out of a draft or active account; what was submitted with it keeps it",
  query: z.object({ account: z.uuid(), ...oneDocument }),
  answer: done,
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-422"],
});
