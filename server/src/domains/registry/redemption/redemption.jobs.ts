// What follows from a redemption: its fees, and the statement of its retirement.
import { z } from "zod";
import { does, task, type Work } from "../../../platform/jobs/jobs.ts";
import { orderPrint } from "../proofs/statement-pdf.jobs.ts";
import { makeStatement } from "../proofs/statement.sql.ts";

/** Brings fees and invoices in line with their redemption; settlement does it, which stands above. */
export const redemptionFeesTask = task({
  name: "settlement.fees",
  payload: z.object({ record_uid: z.uuid() }),
  queue: "settlement",
});

/** Makes the statement of a retirement. */
export const statementTask = task({
  name: "registry.statement",
  payload: z.object({ statement_id: z.number() }),
  queue: "documents",
});

/** The work on statements; `folder` has the keys that sign them. What is made is printed next. */
export const statementWork = (folder: string): Work =>
  does(statementTask, async ({ statement_id }, { db }) => {
    await makeStatement(db, folder, statement_id);
    await orderPrint(db, statement_id);
  });
