// What webhooks deliver is queued in the transaction that causes it.
import { z } from "zod";
import type { Tx } from "../../../platform/db.ts";
import { addJob, task } from "../../../platform/jobs/jobs.ts";
import { insertDeliveries, type NewDelivery } from "./delivery.sql.ts";

/** Tries one delivery. One after the other: a receiver that is slow holds up other deliveries, and nothing else. */
export const deliverWebhook = task({
  name: "notices.webhook",
  payload: z.object({ delivery_id: z.number() }),
  queue: "webhooks",
});

/**
 * Queues what happened for every webhook of the account that is on and wants the event, in the caller's transaction, which is one of the
 * product (not `asAccount`); returns how many there are.
 */
export async function queueWebhooks(tx: Tx, delivery: NewDelivery): Promise<number> {
  const ids = await insertDeliveries(tx, delivery, new Date());
  for (const delivery_id of ids) await deliverAt(tx, delivery_id);
  return ids.length;
}

/** Tries the delivery at the instant, or at once; a time that was set before is replaced. */
export const deliverAt = (tx: Tx, delivery_id: number, at?: Date): Promise<void> =>
  addJob(
    tx,
    deliverWebhook,
    { delivery_id },
    { key: `webhook ${delivery_id}`, ...(at === undefined ? {} : { run_at: at }) },
  );
