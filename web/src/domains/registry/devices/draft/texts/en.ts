import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "dev.saved": "Saved {time}",
  "dev.saving": "Saving …",
  "dev.notSaved": "Not saved. Your text stays here.",
  "dev.reload": "Reload",
  "dev.refusedChanged": "Another person has changed this record.",
  "dev.reloadHint":
    "What you typed stays here. Reloading takes over what the other person saved; where you both changed the same, yours stays and theirs is shown beside it.",
  "dev.bothChanged": "You both changed this",
  "dev.bothChangedHint": "What you typed stands in the form and is saved. Take theirs where it is right.",
  "dev.theirs": "The other person: {value}",
  "dev.takeTheirs": "Take theirs",
  "dev.takeTheirsOf": "Take theirs: {item}",
  "dev.keepMine": "Keep mine",
  "dev.takenOut": "taken out",
  "dev.closedMeanwhile":
    "It was submitted or decided on meanwhile, so that nothing can be typed into it any more. What you typed since was not saved:",
  "dev.notSavedItems": "Not saved",
  "dev.showRecord": "Show the record as it is now",
};
