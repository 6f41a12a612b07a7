import type { NoticeWords } from "./words-of-language.ts";

/** The words of notices in English. */
export const englishNotices: NoticeWords = {
  kinds: {
    gateway_silent: "Gateway out of contact",
    bus_silent: "All devices behind the gateway are silent",
    device_silent: "Device sends no data",
    inverter_fault: "Inverter reports a fault",
    inverter_event: "Inverter reports an event",
    string_deviation: "Strings weaker than the others",
    device_underperforming: "Device yields less than usual",
    plant_underperforming: "Performance below the guarantee",
    nze_drill_failed: "Fail-safe drill failed",
    measured_limit: "Measured value beyond its threshold",
  },
  heater: "Water heater reports an error",
  region: (projects) => `${projects} projects near each other are out of contact`,
  escalated: (title) => `Nobody has taken it: ${title}`,
  resolved: (title) => `Resolved: ${title}`,
  since: (time) => `since ${time}`,
  until: (time) => `until ${time}`,
  alarms: (count) => `${count} alarms`,
  projects: (names, more) => (more > 0 ? `${names} and ${more} more` : names),
};
