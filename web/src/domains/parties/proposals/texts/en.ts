import type { texts as vi } from "./vi.ts";

export const texts: Record<keyof typeof vi, string> = {
  "proposal.title": "Proposed by a first person",
  "proposal.by": "{person} proposed: {what}",
  "proposal.byYou": "You proposed: {what}",
  "proposal.reason": "Reason",
  "proposal.reasonHint": "At least {least} characters",
  "proposal.exactly": "You confirm exactly this, or set it aside. It lapses after 72 hours.",
  "proposal.waits": "A second person confirms exactly this, or sets it aside. It lapses after 72 hours.",
  "proposal.confirm": "Confirm as the second person",
  "proposal.setAside": "Set aside",
  "proposal.takeBack": "Take back",
};
