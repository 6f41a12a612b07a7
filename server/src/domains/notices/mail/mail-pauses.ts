const MINUTE_MS = 60_000;
/** After each try that failed, until the next: eight tries within a day. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

/** How long to wait after the `attempts`th try failed, ms; null: it was the last one. */
export const pauseAfter = (attempts: number): number | null => PAUSES_MS[attempts - 1] ?? null;
