// Hours of EVN's time-of-use tariff, for the registers of a production meter.

type TariffBand = "peak" | "normal" | "off_peak";

/** From this day on the hours of Decision 963/QD-BCT hold. */
const NEW_HOURS_FROM = "2026-04-22";
const within = (second: number, fromHour: number, toHour: number): boolean =>
  second >= fromHour * 3600 && second < toHour * 3600;

const sundays = new Map<string, boolean>();
function isSunday(day: string): boolean {
  let known = sundays.get(day);
  if (known === undefined) {
    known = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
    sundays.clear();
    sundays.set(day, known);
  }
  return known;
}

/** The band of a second of a local day. Sundays have no peak hours. */
export function tariffBandAt(day: string, second: number): TariffBand {
  const sunday = isSunday(day);
  if (day >= NEW_HOURS_FROM) {
    if (within(second, 0, 6)) return "off_peak";
    return !sunday && within(second, 17.5, 22.5) ? "peak" : "normal";
  }
  if (within(second, 0, 4) || within(second, 22, 24)) return "off_peak";
  return !sunday && (within(second, 9.5, 11.5) || within(second, 17, 20)) ? "peak" : "normal";
}
