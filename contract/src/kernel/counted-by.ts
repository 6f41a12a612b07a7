// By which devices a production is told: wherever it stands it says so.
import { z } from "zod";

/** The production meters, or the inverters. */
export const countedBy = z.enum(["electric_meter", "solar_inverter"]);
/** Of several days: "mixed" where some count by the meters and others by the inverters. */
export const daysCountedBy = z.enum([...countedBy.options, "mixed"]);
