import type { RecordWords } from "./words-of-language.ts";

/** The words of notices of records in English: kinds and events are called as the life cycles call them. */
export const englishRecords: RecordWords = {
  kinds: {},
  events: {},
  by: {
    own: "your account",
    applicant: "the applicant",
    party: "a party",
    other_party: "the other party",
    issuer: "an issuer",
    platform_operator: "a platform operator",
    system: "the system",
  },
  demonstration: "Demonstration",
  subjectOfMany: (count, waiting) =>
    `${count} news of certificate records${waiting === 0 ? "" : `, ${waiting} ${waiting === 1 ? "waits" : "wait"} for you`}`,
  issuerOf: (scope) => `As issuer of ${scope}`,
  platformOperator: "As platform operator",
  waits: "Waits for you:",
  happened: "What happened:",
  until: (time) => `until ${time} (GMT+8)`,
  reason: (text) => `Reason: ${text}`,
  records: (count) => `${count} records`,
  more: (count) => `and ${count} more`,
  moreEvents: (count) => `and ${count} more kinds of news`,
  see: "See all notifications:",
  why: (product) =>
    `You get this because your ${product} account has a part in these records and is notified by e-mail. You can change that under notifications in the portal.`,
  inDigest: "Certificate records:",
};
