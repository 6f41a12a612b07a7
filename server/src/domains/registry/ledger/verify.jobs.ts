// The checker of the certificate ledger, each night.
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { checkerSources, LEDGER_CHECKER } from "../heads/checker-sources.ts";
import { keepCheck } from "./ledger-check.sql.ts";
import { verifyLedger } from "./verify.sql.ts";

/** Faults that a failed job names; `npm run ledger:verify` prints all. */
const NAMED = 5;

const verify = task({
  name: "registry.verify",
  payload: nothing,
  attempts: 1,
  starts: { cron: "40 18 * * *", atStart: true },
});

/** What the ledger does by jobs. The check keeps what it found, and fails, and so is logged, when something does not hold. */
export const ledgerWork: readonly Work[] = [
  does(verify, async (_, { db }) => {
    const at = new Date();
    const { entries, faults } = await verifyLedger(db);
    const { hash: checker } = await checkerSources(LEDGER_CHECKER);
    await keepCheck(db, { at, entries, faults: faults.length, checker });
    if (faults.length === 0) return;
    const named = faults.slice(0, NAMED).map(({ invariant, message }) => `${invariant}: ${message}`);
    throw new Error(
      `${faults.length} faults of the certificate ledger: ${named.join("; ")} (checker ${checker})`,
    );
  }),
];
