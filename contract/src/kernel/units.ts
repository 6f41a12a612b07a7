// Units of the performance calls. Energy, power and money are what the specification's clients expect to read
// without conversion (M43, M101, M272, M277): power in W, energy in kWh, capacity in kWp, CO2 in tons, cost in VND.
import { z } from "zod";

/** A number with its unit. Null: not known, never zero. */
export const measured = <U extends string>(unit: U) =>
  z.object({ value: z.number().nullable(), unit: z.literal(unit) });

export const inW = measured("W");
export const inKwh = measured("kWh");
export const inKwp = measured("kWp");
/** Metric tons of CO2. */
export const inTons = measured("t");
/** Whole dong. */
export const inVnd = measured("VND");
export const inPercent = measured("%");
export const inWPerM2 = measured("W/m2");
export const inWhPerM2 = measured("Wh/m2");
export const inCelsius = measured("°C");
export const inMetresPerSecond = measured("m/s");

/** An instant with the offset of the zone it is written in. */
export const zonedInstant = z.iso.datetime({ offset: true });
/** An instant in UTC. */
export const utcInstant = z.iso.datetime();
