// What a language has to say for notices of records.

/** Who acted, as others are told: by the part alone (rule R30). */
export type RecordActor =
  | "own"
  | "applicant"
  | "party"
  | "other_party"
  | "issuer"
  | "platform_operator"
  | "system";

/** Words of notices of records. Times come as "14:02 23/11", ends of time limits as "2026-11-23 23:59". */
export interface RecordWords {
  /** Kinds of records, by the English word of the life cycle. */
  readonly kinds: Readonly<Record<string, string>>;
  /** What happened, by the English words of the life cycle. */
  readonly events: Readonly<Record<string, string>>;
  readonly by: Readonly<Record<RecordActor, string>>;
  readonly demonstration: string;
  readonly subjectOfMany: (count: number, waiting: number) => string;
  /** For whom it is told: the heading of what follows. */
  readonly issuerOf: (scope: string) => string;
  readonly platformOperator: string;
  readonly waits: string;
  readonly happened: string;
  readonly until: (time: string) => string;
  readonly reason: (text: string) => string;
  readonly records: (count: number) => string;
  readonly more: (count: number) => string;
  readonly moreEvents: (count: number) => string;
  readonly see: string;
  readonly why: (product: string) => string;
  /** In a digest: the heading of what happened to records. */
  readonly inDigest: string;
}
