import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { getFeeChange } from "@heliograph/contract/parties/fee-changes";
import type { getFeeSchedule } from "@heliograph/contract/parties/fees";

/** A rate as the schedule has it. */
export type Rate = Answer<typeof getFeeSchedule>["items"][number];
/** What is known of changes: what was published last, and what waits. */
export type FeeChangeState = Answer<typeof getFeeChange>;
