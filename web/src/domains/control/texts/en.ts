import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "control.project": "Project",
  "control.find": "Find projects",
  "control.noProject": "No project matches.",
  "control.gateways": "{n} {n|gateway|gateways}",
  "control.inverters": "{n} {n|inverter|inverters}",
  "control.silent": "{n} silent",
  "control.range": "{from}–{to} of {n}",
  "control.choose": "Choose a project",
  "control.chooseHint": "What its plants are told to do, and what became of it, is shown here.",
};
