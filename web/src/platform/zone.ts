/** The zone is looked up anew after so long, ms, as people travel: each look costs a telephone some milliseconds, and every call says the zone. */
const KNOWN_MS = 60_000;
let known = { zone: "", untilMs: 0 };

/** The browser's IANA time zone, at most a minute old; UTC where it does not know its own, which it calls Etc/Unknown. */
export function browserZone(): string {
  if (performance.now() >= known.untilMs) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    known = { zone: timeZone === "Etc/Unknown" ? "UTC" : timeZone, untilMs: performance.now() + KNOWN_MS };
  }
  return known.zone;
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** How far a zone is from Greenwich at an instant, as people write it: "GMT+7", "GMT+5:30", "GMT". */
export function zoneOffset(timezone: string, atMs: number): string {
  const format =
    offsets.get(timezone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone: timezone, timeZoneName: "shortOffset" });
  offsets.set(timezone, format);
  const name = format.formatToParts(atMs).find(({ type }) => type === "timeZoneName")?.value ?? timezone;
  // Versions of Unicode differ in how they write none.
  return /^(?:UTC|GMT\+0)$/.test(name) ? "GMT" : name;
}
