// The remainder of a year of production, once nothing can use it any more (rule R34).
import { addDays, localDay, periodDeadline, type CertificateRegistry } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../../platform/db.ts";
import { lockAccounts, postGeneration, setCarried } from "../generation-ledger.sql.ts";
import { whOf } from "../../generation/pieces.ts";

interface Remainder {
  readonly generation_account_id: number;
  readonly lineage_id: number;
  readonly registry: CertificateRegistry;
  readonly vintage: number;
  readonly timezone: string;
}

/**
 * Posts what is carried of years whose last deadline is over by the clock of the device, and of which no request waits, to forfeited;
 * until then corrections use it. Returns how many accounts there were.
 */
export async function forfeitRemainders(db: Db, now_ms: number): Promise<number> {
  const { rows } = await sql<Remainder>`
    select a.generation_account_id, a.lineage_id, a.registry, a.vintage, r.timezone from generation_account a
    join registered_device r on r.registered_device_id = a.lineage_id
    where a.carry_wh > 0 and a.reserved_wh = 0 order by a.generation_account_id`.execute(db);
  const over = rows.filter(({ registry, vintage, timezone }) => {
    const deadline = periodDeadline(registry, `${vintage}-12-01`, `${vintage}-12-31`);
    return deadline !== null && localDay(timezone, now_ms) >= addDays(deadline, 1);
  });
  for (const one of over) {
    await db.transaction().execute(async (tx) => {
      const { own } = await lockAccounts(tx, one, one.vintage);
      const wh = whOf(own.carried);
      const held = await tx
        .selectFrom("generation_account")
        .select("reserved_wh")
        .where("generation_account_id", "=", own.generation_account_id)
        .executeTakeFirstOrThrow();
      if (wh === 0 || held.reserved_wh > 0) return;
      const posting = { carry_wh: -wh, forfeited_wh: wh };
      await postGeneration(tx, {
        generation_account_id: own.generation_account_id,
        type: "forfeit",
        issuance_id: null,
        ...posting,
      });
      await setCarried(tx, own, []);
    });
  }
  return over.length;
}
