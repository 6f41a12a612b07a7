// The points that measure a device, and what of them is certified.
import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "GEC certifies exported electricity alone: choose the meter at the grid that counts it.":
    "GEC certifies exported electricity alone: choose the meter at the grid that counts it.",
  "All of the generation is used on site: GEC certifies nothing of it.":
    "All of the generation is used on site: GEC certifies nothing of it.",
  "With on-site consumption the import of the meter at the grid is no station supply.":
    "With on-site consumption the import of the meter at the grid is no station supply.",
  "No meter of the auxiliary energy from the grid is chosen: nothing is taken off for it.":
    "No meter of the auxiliary energy from the grid is chosen: nothing is taken off for it.",
  "dev.role.main": "main meter",
  "dev.role.check": "check meter",
  "dev.role.sub": "sub meter",
  "dev.role.inverter": "inverter",
  "dev.role.export": "export of the meter at the grid",
  "dev.role.supply": "station supply, taken off",
  "dev.role.grid": "export, and import as station supply",
  "dev.basis.production": "Certified is the production of {generated}.",
  "dev.basis.export":
    "Certified is what {exported} counts as export, each day at most the production of {generated}.",
  "dev.basis.nothing": "Nothing is certified: no meter counts what is exported.",
  "dev.basis.supply": "The station supply of {supply} is taken off.",
  "dev.meterFree": "free",
  "dev.meterBound": "bound to {device}",
  "dev.notGeneration": "measures neither generation nor the grid",
  "dev.meterRole": "What it is to the device: {serial}",
  "dev.noMeters": "The project has no meters yet.",
  "dev.chooseProject":
    "Choose the project that measures the device; capacity, place and start are taken over.",
  "dev.projectCapacity": "Portal project: {value} kWp",
  "dev.noProject": "Not measured by this portal",
  "dev.passed.DEV_019": "The registry certifies what is measured",
  "dev.passed.DEV_020": "Station supply is measured by itself, or there is none",
};
