// Instants of the certificate workspace: GMT+8, a fixed offset, written alike in every language and labelled (C120, R37).

const OFFSET_MS = 8 * 3_600_000;

/** What labels them: behind an instant, and in the head of a column of them. */
export const GMT8 = "GMT+8";

type Instant = string | number | Date;

const shifted = (at: Instant) => new Date(new Date(at).getTime() + OFFSET_MS).toISOString();
const labelled = (text: string) => `${text} (${GMT8})`;

/** An instant (ISO 8601, ms since 1970 or a date) as `2026-11-03 10:24:36`: in a column whose head says GMT8, in names of files, in titles. */
export const plainGmt8 = (at: Instant): string => shifted(at).slice(0, 19).replace("T", " ");

/** An instant to its minute, `2026-11-03 10:24`: as `plainGmt8`. */
export const plainGmt8Minute = (at: Instant): string => plainGmt8(at).slice(0, 16);

/** The day of an instant in GMT+8, `2026-11-03`: as `plainGmt8`, and where days are counted. */
export const plainGmt8Day = (at: Instant): string => shifted(at).slice(0, 10);

/** An instant as it stands in a sentence: `2026-11-03 10:24:36 (GMT+8)`. */
export const gmt8 = (at: Instant): string => labelled(plainGmt8(at));

/** An instant to its minute, as deadlines are stated: `2026-11-03 10:24 (GMT+8)`. */
export const gmt8Minute = (at: Instant): string => labelled(plainGmt8Minute(at));

/** The day of an instant as it stands in a sentence: `2026-11-03 (GMT+8)`. */
export const gmt8Day = (at: Instant): string => labelled(plainGmt8Day(at));

/** The time of an instant; with its day where that is not the day of `now`: `10:24:36 (GMT+8)`. */
export const gmt8Time = (at: Instant, now: Instant): string =>
  plainGmt8Day(at) === plainGmt8Day(now) ? labelled(plainGmt8(at).slice(11)) : gmt8(at);
