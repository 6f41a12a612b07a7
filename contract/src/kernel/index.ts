// What the contract is made of, whatever the domain.
export * from "./answers.ts";
export * from "./calendar-day.ts";
export * from "./csv.ts";
export * from "./device-name.ts";
export * from "./endpoint.ts";
export * from "./energy-class.ts";
export * from "./number-column.ts";
export * from "./paging.ts";
export * from "./plant-status.ts";
export * from "./problem.ts";
export * from "./states.ts";
export * from "./text.ts";
export * from "./time.ts";
export * from "./time-zone.ts";
export * from "./units.ts";
