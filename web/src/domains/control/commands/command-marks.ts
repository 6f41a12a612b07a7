// The five marks of a command: how far it came, and where it broke. Pure.
import type { CommandRow } from "@heliograph/contract/control/commands";

/** The stages that are marked, in their order. */
export const MARKS = ["queued", "sent", "acknowledged", "read_back", "seen"] as const;

/** reached; waited for; not yet; broken; set, but it cannot be seen for now. */
type Mark = "done" | "now" | "due" | "failed" | "unseen";

/** The mark of each stage. */
export function marksOf({ state, sent_at, is_acknowledged, evidence }: CommandRow): readonly Mark[] {
  const isSet = state === "applied" || state === "verified" || (evidence?.is_set ?? false);
  const reached = [
    true,
    sent_at !== null,
    is_acknowledged,
    is_acknowledged && isSet,
    evidence?.seen === "seen" && is_acknowledged && isSet,
  ];
  const open = reached.indexOf(false);
  const isOpen = state === "queued" || state === "sent" || state === "acknowledged" || state === "applied";
  return reached.map((isReached, at): Mark => {
    if (isReached) return "done";
    if (state === "failed") return "failed";
    if (!isOpen) return "due";
    if (state === "applied" && evidence?.seen === "cannot_be_seen") return "unseen";
    return at === open ? "now" : "due";
  });
}
