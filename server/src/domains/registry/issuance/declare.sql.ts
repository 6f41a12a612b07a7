// What documents state of days (rule R9): it is declared, class C, and counts where the meter says nothing or differs too much.
import { faultyDay } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { noSuchRecord } from "../../parties/index.ts";
import { evidenceByUid } from "../evidence/evidence.sql.ts";
import { mustBeOpenTo, refreeze, type IssuanceEffect } from "./issuance-record.sql.ts";
import { guardRefusal } from "./issuance-refusals.sql.ts";
import { followHeld } from "./period.sql.ts";

/** Writes down what a document of the request states of its days; refuses with ISS-018 a day that is none of them, or is there twice. */
const stateDays: IssuanceEffect = async (tx, row, { payload, actor }) => {
  const { evidence_uid, declared = [] } = payload;
  const document = evidence_uid === undefined ? undefined : await evidenceByUid(tx, evidence_uid);
  if (document === undefined || document.record_uid !== row.record_uid || document.kind !== "metering") {
    throw noSuchRecord();
  }
  const line = declared.length === 0 ? 1 : faultyDay(declared, row);
  if (line !== null) {
    const message = `Line ${line} of the file is not a day of the period and its kWh, once.`;
    throw guardRefusal("ISS-018", message, "body.declared", { line });
  }
  const { name: file_name, sha256 } = document;
  for (const { day, wh } of declared) {
    if (wh === null) await takeBack(tx, row.issuance_id, day);
    else {
      const values = {
        wh,
        file_name,
        sha256,
        evidence_uid: document.evidence_uid,
        declared_by: actor.account_id,
      };
      await tx
        .insertInto("declared_day")
        .values({ issuance_id: row.issuance_id, day, ...values })
        .onConflict((on) =>
          on.columns(["issuance_id", "day"]).doUpdateSet({ ...values, declared_at: sql<Date>`now()` }),
        )
        .execute();
    }
  }
};

async function takeBack(tx: Tx, issuance_id: number, day: string): Promise<void> {
  await tx.deleteFrom("declared_day").where("issuance_id", "=", issuance_id).where("day", "=", day).execute();
}

/** Of a draft. */
export const declare: IssuanceEffect = async (tx, row, context) => {
  mustBeOpenTo(row, "declare");
  await stateDays(tx, row, context);
  await refreeze(tx, row);
};

/** Of a request that was referred back: what it reserves follows. */
export const amendEvidence: IssuanceEffect = async (tx, row, context) => {
  mustBeOpenTo(row, "amend_evidence");
  await stateDays(tx, row, context);
  await followHeld(tx, row);
};
