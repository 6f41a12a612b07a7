// A process of its own for tests that kill it: an issuer approves what waits in the database, four at a time, and fees follow. It writes a line after each
// transaction, and "done" at the end.
// node decide-all.ts <database url> <account_id of the issuer>
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { runRecordCommand, type AnyKind } from "../../src/domains/parties/index.ts";
import { issuanceKind } from "../../src/domains/registry/issuance/issuance-kind.sql.ts";
import { redemptionKind } from "../../src/domains/registry/redemption/redemption-kind.sql.ts";
import { bringFeesInLine } from "../../src/domains/settlement/payments/fees.jobs.ts";
import { connect } from "../../src/platform/db.ts";

const LANES = 4;
const [url = "", issuer = ""] = process.argv.slice(2);
const { db, close } = connect(url, LANES + 1);
const account_id = Number(issuer);
const session = { account_id, account_uid: randomUUID(), session_id: randomUUID(), kind: "user" } as const;
await db
  .insertInto("session")
  .values({ session_id: session.session_id, account_id, expires_at: sql<Date>`now() + interval '1 hour'` })
  .execute();

interface Waiting {
  readonly entity: "issuance" | "redemption";
  readonly record_uid: string;
  readonly status: string;
  readonly version: number;
}
const { rows: waiting } = await sql<Waiting>`
  select 'issuance' as entity, record_uid, status, version from issuance where status = 'pending'
  union all select 'redemption', record_uid, status, version from redemption where status in ('in_progress', 'approved')
  order by 2`.execute(db);

const say = (line: string) => process.stdout.write(`${line}\n`);

async function decide({ entity, record_uid, status, version }: Waiting): Promise<void> {
  const kind: AnyKind = entity === "issuance" ? issuanceKind : redemptionKind;
  if (status !== "approved") {
    await runRecordCommand(db, kind, {
      session,
      origin: { address: "127.0.0.1" },
      account: undefined,
      body: { record_uid, action: "approve", expected_version: version, key: randomUUID() },
      payload: {},
    });
    say(`${entity} approved`);
  }
  if (entity === "issuance") return;
  await bringFeesInLine(db, record_uid);
  say("redemption completed");
}

const lane = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await decide(next);
};
await Promise.all(Array.from({ length: LANES }, lane));
await close();
say("done");
