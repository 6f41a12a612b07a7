// Redemptions of green certificates as a kind of record, and what their actions do.
import {
  accountStatesFor,
  creditCode,
  gecConsumerFaults,
  gecLotFaults,
  gecRedemptionLife,
  gecTotalCents,
  plainGmt8Day,
  type EvidenceKind,
  type GecCertificatesBody,
  type GecConsumerBody,
  type GecRedemptionAction,
  type GecRedemptionStatus,
  type GuardError,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { releaseGecCredit, takeGecCredit, type Effect, type RecordKind } from "../../parties/index.ts";
import { mustBeWithout } from "../imports/import-kind.sql.ts";
import {
  freeLots,
  keepReturnedLots,
  lotsOf,
  placedLotFaults,
  placedLots,
  takeLots,
} from "./gec-certificates.sql.ts";
import { releaseHeld, reserveHeld, sellAndRetire } from "./gec-postings.sql.ts";
import type { GecRedemptionRecord } from "./gec-rows.ts";

interface GecPayload {
  readonly consumer?: GecConsumerBody | undefined;
  readonly certificates?: GecCertificatesBody | undefined;
  readonly file_sha256?: string | undefined;
}
type GecEffect = Effect<GecRedemptionRecord, GecPayload>;

/** GEC-009: the file that an action rests on lies with the record; certificates are a PDF. */
async function fileFaults(
  tx: Tx,
  { record_uid }: GecRedemptionRecord,
  kind: EvidenceKind,
  { file_sha256 = "" }: GecPayload,
): Promise<GuardError[]> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from record_evidence where record_uid = ${record_uid} and kind = ${kind}
      and sha256 = decode(${file_sha256}, 'hex') and (kind <> 'certificate' or mime = 'application/pdf')) as found`.execute(
    tx,
  );
  if (rows[0]?.found === true) return [];
  const message =
    kind === "certificate"
      ? "Upload the certificates as a PDF first."
      : "Upload the file that this rests on first.";
  return [{ code: "GEC-009", message, params: { file: kind }, field: "body.file_sha256" }];
}

/** GEC-008: two accounts that trade, both of a demonstration or neither (rule R14). */
export async function accountFaults(
  tx: Tx,
  { buyer, seller }: { buyer: number; seller: number },
): Promise<GuardError[]> {
  const { rows } = await sql<{ count: number; marks: number }>`
    select count(*)::int4 as count, count(distinct demonstration)::int4 as marks
    from business_account where business_account_id in (${buyer}, ${seller}) and status = any(${accountStatesFor("act")}::text[])`.execute(
    tx,
  );
  if (rows[0]?.count === 2 && rows[0].marks === 1) return [];
  const message = "Name two different active accounts, both of a demonstration or neither.";
  return [{ code: "GEC-008", message, field: "body.seller" }];
}

/** All rules that the action of an operator breaks, for the first of two persons as for the second. */
async function operatorFaults(
  tx: Tx,
  row: GecRedemptionRecord,
  { action, payload }: { action: "confirm" | "verify"; payload: GecPayload },
): Promise<GuardError[]> {
  if (action === "verify") return fileFaults(tx, row, "verification", payload);
  const accounts = { buyer: row.business_account_id, seller: row.seller_account_id };
  return [...(await accountFaults(tx, accounts)), ...(await fileFaults(tx, row, "purchase", payload))];
}

/** What cannot be done is said to the first person, and not only to the second. */
function holdsFor(action: "confirm" | "verify") {
  return async (tx: Tx, row: GecRedemptionRecord, { payload }: { payload: GecPayload }) =>
    mustBeWithout(await operatorFaults(tx, row, { action, payload }));
}

const confirm: GecEffect = async (tx, row, { payload }) => {
  mustBeWithout(await operatorFaults(tx, row, { action: "confirm", payload }));
  const { seller_account_id, record_uid } = row;
  await takeGecCredit(tx, {
    business_account_id: seller_account_id,
    record_uid,
    amount_cents: gecTotalCents(row),
  });
};

const giveConsumer: GecEffect = async (tx, row, { payload: { consumer } }) => {
  mustBeWithout(gecConsumerFaults(consumer ?? { consumer_code: "", period_from: "", period_to: "" }));
  if (consumer === undefined) return;
  await tx
    .updateTable("gec_redemption")
    .set({ ...consumer, consumer_code: creditCode(consumer.consumer_code) })
    .where("gec_redemption_id", "=", row.gec_redemption_id)
    .execute();
};

const uploadCertificates: GecEffect = async (tx, row, { actor, payload }) => {
  const { certificates } = payload;
  const lots = await placedLots(tx, certificates?.lots ?? []);
  const faults = gecLotFaults(lots, { quantity: row.quantity, today: plainGmt8Day(actor.at) });
  const device_code = certificates?.device_code ?? "";
  mustBeWithout([
    ...faults,
    ...(await placedLotFaults(tx, row, { lots, device_code })),
    ...(await fileFaults(tx, row, "certificate", payload)),
  ]);
  if (certificates === undefined) return {};
  const { lots: _placed, ...device } = certificates;
  await takeLots(tx, row, lots);
  await tx
    .updateTable("gec_redemption")
    .set(device)
    .where("gec_redemption_id", "=", row.gec_redemption_id)
    .execute();
  return entryOf(await reserveHeld(tx, row, { actor_id: actor.account_id, lots }));
};

const verify: GecEffect = async (tx, row, { actor, payload }) => {
  const lots = await lotsOf(tx, row);
  mustBeWithout([
    ...gecLotFaults(lots, { quantity: row.quantity, today: plainGmt8Day(actor.at) }),
    ...(await operatorFaults(tx, row, { action: "verify", payload })),
  ]);
  const record = {
    kind: "gec_redemption",
    number: row.number,
    amount: String(row.quantity),
    certificates: lots.map(({ series, first, until }) => ({
      series,
      first: String(first),
      until: String(until),
    })),
    verification: payload.file_sha256 ?? "",
  };
  const entry_id = await sellAndRetire(tx, row, { actor_id: actor.account_id, record });
  await releaseGecCredit(tx, row.record_uid);
  await tx
    .updateTable("gec_redemption")
    .set({ completed_at: actor.at, status: "completed" })
    .where("gec_redemption_id", "=", row.gec_redemption_id)
    .execute();
  return { entry_id };
};

/** What the seller brought is the seller's again. */
const giveBack: GecEffect = async (tx, row, { actor }) => {
  const entry_id = await releaseHeld(tx, row, actor.account_id);
  await keepReturnedLots(tx, row);
  await freeLots(tx, row);
  return entryOf(entry_id);
};

const close: GecEffect = async (tx, row, context) => {
  const result = await giveBack(tx, row, context);
  await releaseGecCredit(tx, row.record_uid);
  await tx
    .updateTable("gec_redemption")
    .set({ status_before: row.status, status: "closed" })
    .where("gec_redemption_id", "=", row.gec_redemption_id)
    .execute();
  return result;
};

const entryOf = (entry_id: number | null) => (entry_id === null ? {} : { entry_id });

/** Redemptions of green certificates: of a buyer and a seller, confirmed and verified by two platform operators each. */
export const gecRedemptionKind: RecordKind<
  GecRedemptionStatus,
  GecRedemptionAction,
  GecRedemptionRecord,
  GecPayload
> = {
  life: gecRedemptionLife,
  table: "gec_redemption",
  prefix: "GR",
  hidden: [],
  operatorsAlone: ["recorded", "withdrawn"],
  partyColumns: { buyer: "business_account_id", seller: "seller_account_id" },
  firstGuards: { confirm: holdsFor("confirm"), verify: holdsFor("verify") },
  effects: {
    confirm,
    give_consumer: giveConsumer,
    upload_certificates: uploadCertificates,
    verify,
    return_to_seller: giveBack,
    return_to_buyer: giveBack,
    close,
  },
};
