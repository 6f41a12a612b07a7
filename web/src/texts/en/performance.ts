import type { performance as vietnamese } from "../vi/performance.ts";

export const performance: Record<keyof typeof vietnamese, string> = {
  "PV Power": "PV Power",
  "Import (+) & export (-)": "Import (+) & export (-)",
  "Load profile": "Load profile",
  Irradiance: "Irradiance",
  "Total PV": "Total PV",
  "Single device": "Single device",
  Belink: "Belink",
  Day: "Day",
  Month: "Month",
  Apply: "Apply",
  "Data is not available": "Data is not available",
  "The project doesn't have PVsyst": "The project doesn't have PVsyst",
};
