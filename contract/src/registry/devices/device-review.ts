// What an issuer marks, what an applicant changes or answers, and what differs between two versions of an application.
import { z } from "zod";
import { paragraphs } from "../../kernel/text.ts";
import { DEVICE_DOCUMENTS, DEVICE_LIMITS, deviceFieldNames, type DeviceDocument } from "./device-form.ts";
import type { DeviceVersionContent, StoredAnswer, StoredMark } from "./device-version.ts";

/** What can be marked: a field, the meters, the members of a group, or the documents of a kind. */
export const REVIEW_ITEMS = [...deviceFieldNames, "meters", "members", ...DEVICE_DOCUMENTS] as const;
const reviewItem = z.enum(REVIEW_ITEMS);
export type ReviewItem = z.output<typeof reviewItem>;

const reviewItems: ReadonlySet<string> = new Set(REVIEW_ITEMS);
/** True where the form of today has the item; a version that was submitted earlier may have others. */
export const isReviewItem = (name: string): name is ReviewItem => reviewItems.has(name);

export const deviceMark = z.strictObject({ item: reviewItem, reason: paragraphs(DEVICE_LIMITS.reason.max) });
export type DeviceMark = z.output<typeof deviceMark>;
export const deviceAnswer = z.strictObject({ item: reviewItem, answer: paragraphs(DEVICE_LIMITS.answer) });
export type DeviceAnswer = z.output<typeof deviceAnswer>;

/** True where the item is a kind of documents of the form of today. */
export const isDeviceDocument = (item: string): item is DeviceDocument =>
  DEVICE_DOCUMENTS.some((kind) => kind === item);

/** What a version says of an item, as text that is equal exactly where the item is. */
function itemText(content: DeviceVersionContent, item: ReviewItem): string {
  if (isDeviceDocument(item)) {
    const held = content.documents.filter(({ kind }) => kind === item).map(({ sha256 }) => sha256);
    return held.toSorted().join(" ");
  }
  if (item === "meters") {
    return content.meters
      .map(({ device_uid, role }) => `${device_uid} ${role}`)
      .toSorted()
      .join(", ");
  }
  if (item === "members") return content.members.toSorted().join(", ");
  return content.fields[item];
}

/** Items in which the versions differ, in the order of the form. */
export function itemsChanged(before: DeviceVersionContent, after: DeviceVersionContent): ReviewItem[] {
  return REVIEW_ITEMS.filter((item) => itemText(before, item) !== itemText(after, item));
}

/** A guard of a review or of a resubmission that does not hold. */
interface ReviewFault {
  readonly code: "DEV-030" | "DEV-031" | "DEV-033";
  readonly message: string;
}

export const REVIEW_MESSAGES = {
  "DEV-030": "Give a reason of at least 10 characters and mark at least one field or document.",
  "DEV-031": "Change the marked items before you submit again.",
  "DEV-031.outside": "Give a reason for the changes outside the marked items.",
  "DEV-032": "Review has started; ask the issuer to return it.",
  "DEV-035": "A device of more than 5 MW is approved by two issuers.",
  "DEV-035.override": "What overrides a check is approved by two issuers.",
  "DEV-033": "Give a reason of at least 10 characters for each check that does not hold.",
} as const;

/** True where the reason is long enough to be one. */
const isReason = (reason: string) => Array.from(reason.trim()).length >= DEVICE_LIMITS.reason.min;

/** What speaks against referring an application back with this reason and these marks. */
export function referFaults(reason: string, marks: readonly StoredMark[]): ReviewFault[] {
  const fits = isReason(reason) && marks.length > 0;
  return fits ? [] : [{ code: "DEV-030", message: REVIEW_MESSAGES["DEV-030"] }];
}

/** How an answer to the marks stands. */
interface Resubmission {
  readonly marks: readonly StoredMark[];
  readonly changed: readonly ReviewItem[];
  readonly answers: readonly StoredAnswer[];
  /** What the applicant writes to the issuer; it gives the reason for what was changed outside the marks. */
  readonly note: string;
}

/** How a marked item stands: it was changed, it was answered, neither, or it is gone: the form does not ask for it any more. */
export function markState(
  item: string,
  { changed, answers }: Resubmission,
): "changed" | "answered" | "open" | "gone" {
  if (!isReviewItem(item)) return "gone";
  if (changed.includes(item)) return "changed";
  return answers.some((one) => one.item === item) ? "answered" : "open";
}

/**
 * What speaks against submitting again: a marked item that is neither changed nor answered, no change at all, or a change outside the marks
 * without a reason. What is marked and gone asks for nothing.
 */
export function resubmitFaults(resubmission: Resubmission): ReviewFault[] {
  const { marks, changed, note } = resubmission;
  const marked = new Set(marks.map(({ item }) => item).filter(isReviewItem));
  const allGone = marks.length > 0 && marked.size === 0;
  const open = marks.some(({ item }) => markState(item, resubmission) === "open");
  const outside = changed.some((item) => !marked.has(item));
  return [
    ...(open || (!allGone && !changed.some((item) => marked.has(item)))
      ? [{ code: "DEV-031", message: REVIEW_MESSAGES["DEV-031"] } as const]
      : []),
    ...(outside && note.trim() === ""
      ? [{ code: "DEV-031", message: REVIEW_MESSAGES["DEV-031.outside"] } as const]
      : []),
  ];
}

/** What speaks against approving while these guards do not hold: each needs an override with a reason. */
export function overrideFaults(
  failed: readonly string[],
  overrides: Readonly<Record<string, string>>,
): ReviewFault[] {
  const without = failed.some((code) => !isReason(overrides[code] ?? ""));
  return without ? [{ code: "DEV-033", message: REVIEW_MESSAGES["DEV-033"] }] : [];
}
