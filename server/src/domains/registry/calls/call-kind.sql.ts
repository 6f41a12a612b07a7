// Calls to other registries as a kind of record, and what their actions do.
import { callLife, type CallAction, type CallStatus, type GuardError } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { addJob } from "../../../platform/jobs/jobs.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Effect, RecordKind } from "../../parties/index.ts";
import { redemptionFeesTask } from "../redemption/redemption.jobs.ts";
import { takeStep } from "./call-queue.jobs.ts";
import type { CallRecord } from "./call-rows.ts";

/** What a command, or the system, carries beside. */
interface CallPayload {
  /** Of an acknowledgement: the other registry's number of the transaction. */
  readonly reference?: string | undefined;
  /** Of a refusal: in the other registry's words. */
  readonly refusal?: string | undefined;
}
type Does = Effect<CallRecord, CallPayload>;

/** The redemption goes on, by the way that its payment takes: in a transaction of its own, which looks at all of it once more. */
async function goOn(tx: Tx, { redemption_id }: CallRecord): Promise<void> {
  const { record_uid } = await tx
    .selectFrom("redemption")
    .select("record_uid")
    .where("redemption_id", "=", redemption_id)
    .executeTakeFirstOrThrow();
  await addJob(tx, redemptionFeesTask, { record_uid });
}

const acknowledged: Does = async (tx, row, { payload: { reference = "" } }) => {
  if (reference === "") throw withoutReference();
  await tx
    .updateTable("registry_call")
    .set({ reference, status: "acknowledged", next_at: null })
    .where("call_id", "=", row.call_id)
    .execute();
  await goOn(tx, row);
};

const refused: Does = async (tx, row, { payload: { refusal }, reason }) => {
  await tx
    .updateTable("registry_call")
    .set({ refusal: (refusal ?? reason ?? "").slice(0, 2000), next_at: null })
    .where("call_id", "=", row.call_id)
    .execute();
};

const lacksReference: GuardError = {
  code: "RED-032",
  message: "Enter the other registry's number of the transaction.",
  field: "body.reference",
};
const withoutReference = () => new GuardRefusal(422, [lacksReference]);

/** Calls as the kernel of records moves them. */
export const callKind: RecordKind<CallStatus, CallAction, CallRecord, CallPayload> = {
  life: callLife,
  table: "registry_call",
  prefix: "RC",
  hidden: [],
  firstGuards: {
    acknowledge: async (_tx, _row, { payload: { reference = "" } }) => {
      if (reference === "") throw withoutReference();
    },
  },
  effects: {
    answer: acknowledged,
    acknowledge: acknowledged,
    decline: refused,
    refuse: refused,
    ask: (tx, row) => takeStep(tx, row),
    // A redemption that still waits gets a call with a number of its own.
    try_again: goOn,
  },
};
