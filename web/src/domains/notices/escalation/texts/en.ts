import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "escalation.title": "Escalation",
  "escalation.who": "Who is told when nobody takes an alarm",
  "escalation.hint":
    "One person after the other is told of an alarm until somebody takes it, also those who turned off its kind. Quiet hours delay all but critical alarms.",
  "escalation.rules": "Rules of alarms",
  "escalation.none": "Nobody else is told yet.",
  "escalation.from": "Alarms from this severity on: {severity}",
  "escalation.step": "{name}, after {n} min",
  "escalation.passedOver":
    "Passed over: may no longer change the project, cannot sign in or declines all notifications",
  "escalation.least": "For alarms of at least",
  "escalation.critical": "Critical",
  "escalation.warning": "Warning",
  "escalation.minor": "Minor",
  "escalation.afterTold": "After the alarm was told",
  "escalation.afterBefore": "After the person before",
  "escalation.min": "min",
  "escalation.up": "Earlier: {name}",
  "escalation.down": "Later: {name}",
  "escalation.remove": "Take out: {name}",
  "escalation.add": "Add a person",
  "escalation.choose": "Choose a person",
  "escalation.full": "Nobody is left to add",
  "escalation.save": "Save",
  "The escalation has been saved": "The escalation has been saved",
  "Nobody further is told": "Nobody further is told",
  "Only people who may change the project can be told": "Only people who may change the project can be told",
  "Must be somebody who may change the project": "Must be somebody who may change the project",
  "Must name each person once": "Must name each person once",
};
