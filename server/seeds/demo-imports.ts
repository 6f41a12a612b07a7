// Imports of the demonstration: certificates that its people bring in from another registry, by the commands that they would give.
import { addDays, localDay, type ImportDeclaration, type ImportStatus } from "@heliograph/contract";
import { sql } from "kysely";
import { actorOf } from "../src/domains/parties/index.ts";
import { importKind } from "../src/domains/registry/imports/import-kind.sql.ts";
import { beginImport } from "../src/domains/registry/imports/import.routes.ts";
import type { Db } from "../src/platform/db.ts";
import type { FileStore } from "../src/platform/files.ts";
import { actTogether, evidenceFor } from "./demo-evidence.ts";
import { companyOf, withSessions } from "./demo-sessions.ts";

/** What is imported, and how far it goes. The plant is no simulated one: its certificates were issued elsewhere. */
const PLANNED = [
  { transaction_number: "DEMO-TR-1047", first: 41_201, last: 41_500, until: "imported" },
  { transaction_number: "DEMO-TR-1052", first: 41_501, last: 41_580, until: "in_progress" },
] as const satisfies readonly { until: ImportStatus; [field: string]: unknown }[];

type Plan = (typeof PLANNED)[number];

const PEOPLE = ["trader@demo.example", "platform@demo.example", "platform2@demo.example"];

/** Brings each planned import where it should be: declared by the trader, received by two platform operators. Nothing where all are there. */
export async function demoImports(db: Db, documents: FileStore): Promise<void> {
  const account = await companyOf(db, "trader@demo.example");
  if (account === undefined) return;
  const known = await Promise.all(PLANNED.map((plan) => importOf(db, plan)));
  const isOver = PLANNED.every((plan, i) => {
    const status = known[i]?.status;
    return status !== undefined && (status !== "in_progress" || plan.until === "in_progress");
  });
  if (isOver) return;
  await withSessions(db, PEOPLE, async (trader, first, second) => {
    if (trader === undefined || first === undefined || second === undefined) return;
    for (const plan of PLANNED) {
      if ((await importOf(db, plan)) === undefined) {
        await db.transaction().execute(async (tx) => {
          const session = { session: trader, origin: { address: "127.0.0.1" } };
          await beginImport(tx, await actorOf(tx, trader, account), declarationOf(plan), session);
        });
      }
      const row = await importOf(db, plan);
      if (row?.status !== "in_progress" || plan.until === "in_progress") continue;
      const { record_uid, version } = row;
      const statement_sha256 = await evidenceFor(
        db,
        documents,
        { session: first },
        { record_uid, kind: "registry_statement", line: `Statement of transfer ${plan.transaction_number}` },
      );
      const received = [{ first: plan.first, until: plan.last + 1 }];
      const at = { record_uid, version, action: "confirm", payload: { received, statement_sha256 } } as const;
      await actTogether(db, importKind, [first, second], at);
    }
  });
}

async function importOf(db: Db, { transaction_number }: Plan) {
  const { rows } = await sql<{ record_uid: string; version: number; status: ImportStatus }>`
    select record_uid, version, status from rec_import where demonstration and transaction_number = ${transaction_number}
    order by import_id limit 1`.execute(db);
  return rows[0];
}

/** A hydro plant of the last year, as the other registry names it. */
function declarationOf({ transaction_number, first, last }: Plan): ImportDeclaration {
  const year = Number(addDays(localDay("Asia/Singapore", Date.now()), -365).slice(0, 4));
  return {
    origin: "EVIDENT",
    transaction_number,
    series: `DEMO-VN-HYDRO-${year}`,
    first,
    last,
    quantity: last - first + 1,
    device_code: "HYD0417",
    device_name: "Thuy dien Suoi Vang",
    fuel: "ES300",
    country: "VN",
    location: "Lac Duong",
    province: "Lam Dong",
    period_from: `${year}-09-01`,
    period_to: `${year}-09-30`,
  };
}
