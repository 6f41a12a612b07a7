import type { ReportWords } from "./words-of-language.ts";

export const englishReport: ReportWords = {
  title: "Portfolio Report",
  total: "Total",
  timeZone: "Time zone",
  project: "Project",
  index: "No.",
  day: "Day",
  time: "Time",
  inverter: "Inverter production (kWh)",
  accumulation: "EOM accumulation (kWh)",
  meter: "Production meter (kWh)",
  ratio: "Performance ratio (%)",
  status: "Status",
  active: "Active",
  inactive: "Inactive",
  bins: {
    "15_minutes": "15 minutes",
    "30_minutes": "30 minutes",
    "1_hours": "1 hour",
    "1_days": "1 day",
    "1_months": "1 month",
  },
  updating: (project) => `${project} is updating`,
};
