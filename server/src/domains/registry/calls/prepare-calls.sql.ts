// Calls that a redemption needs: prepared with their number and all that they say, before anything is sent (rule R21).
import { randomBytes } from "node:crypto";
import { IMPORT_ORIGINS } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { followRecord, nextNumber, recordBegan, systemActor } from "../../parties/index.ts";
import { sha256Of } from "./body-hash.ts";
import { callKind } from "./call-kind.sql.ts";
import { takeStep } from "./call-queue.jobs.ts";
import { connectionTo } from "./connection.sql.ts";
import { foreignParts, type ForeignPart } from "./foreign-serials.sql.ts";

/** What a call says of its redemption. */
interface Redeemed {
  readonly redemption_id: number;
  readonly number: string;
  readonly business_account_id: number;
  readonly demonstration: boolean;
  readonly registry: string;
  readonly country: string;
  readonly beneficiary_name: string;
  readonly beneficiary_country: string;
  readonly is_natural_person: boolean;
  /** YYYY-MM-DD. */
  readonly period_from: string;
  readonly period_to: string;
  readonly purpose: string;
}

/** Calls of a redemption that are not closed. */
export const liveCalls = (db: Db, redemption_id: number) =>
  db
    .selectFrom("registry_call")
    .select(["record_uid", "origin", "status", "quantity"])
    .where("redemption_id", "=", redemption_id)
    .where("status", "<>", "closed")
    .orderBy("call_id")
    .execute();

/** Parts of the redemption that live elsewhere and are not acknowledged as retired there; empty: it may be completed. */
export async function partsToRetire(
  db: Db,
  { redemption_id, number }: Pick<Redeemed, "redemption_id" | "number">,
): Promise<ForeignPart[]> {
  const calls = await liveCalls(db, redemption_id);
  const isDone = ({ origin, quantity }: ForeignPart) =>
    calls.some(
      (call) => call.origin === origin && call.status === "acknowledged" && call.quantity === quantity,
    );
  return (await foreignParts(db, number)).filter((part) => !isDone(part));
}

/** Prepares a call to each registry that the redemption, which is locked, needs and has none to. Repeated, it does nothing more. */
export async function prepareCalls(tx: Tx, redemption: Redeemed): Promise<void> {
  const live = new Set((await liveCalls(tx, redemption.redemption_id)).map(({ origin }) => origin));
  for (const part of await foreignParts(tx, redemption.number)) {
    if (!live.has(part.origin)) await prepare(tx, redemption, part);
  }
}

async function prepare(tx: Tx, redemption: Redeemed, part: ForeignPart): Promise<void> {
  const actor = await systemActor(tx);
  const number = await nextNumber(tx, callKind.prefix, actor.at);
  const transaction_number = `${number}-${randomBytes(6).toString("hex").toUpperCase()}`;
  const body = JSON.stringify(await bodyOf(tx, redemption, { ...part, transaction_number }));
  const { business_account_id, demonstration, registry, country, redemption_id } = redemption;
  const row = await tx
    .insertInto("registry_call")
    .values({
      number,
      transaction_number,
      body,
      body_sha256: sha256Of(body),
      business_account_id,
      demonstration,
      registry,
      country,
      redemption_id,
      origin: part.origin,
      quantity: part.quantity,
      status: "prepared",
      next_at: actor.at,
    })
    .returning(["record_uid", "status", "business_account_id", "origin"])
    .executeTakeFirstOrThrow();
  await recordBegan(tx, callKind, row, { actor });
  // Nothing of a demonstration leaves the house (rule R14).
  if (demonstration || (await connectionTo(tx, part.origin)) === undefined) {
    await followRecord(tx, callKind, { record_uid: row.record_uid, action: "hand_over" }, {});
  } else await takeStep(tx, row);
}

/** What is sent: docs/registry-connection.md. People are not named. */
async function bodyOf(
  tx: Tx,
  redemption: Redeemed,
  { origin, quantity, serials, transaction_number }: ForeignPart & { transaction_number: string },
) {
  const { platform_account } = await tx
    .selectFrom("import_origin")
    .select("platform_account")
    .where("origin", "=", origin)
    .executeTakeFirstOrThrow();
  const { is_natural_person, beneficiary_name: name, beneficiary_country: country } = redemption;
  return {
    version: 1,
    transaction: transaction_number,
    action: "retire",
    registry: IMPORT_ORIGINS[origin].registry,
    account: platform_account,
    quantity,
    serials: serials.map(({ series, first, until }) => ({ series, first, last: until - 1 })),
    beneficiary: is_natural_person ? { kind: "person", country } : { kind: "company", country, name },
    period: { from: redemption.period_from, to: redemption.period_to },
    purpose: redemption.purpose,
  };
}

/** Closes what the other registries refused, as the redemption ends. */
export async function closeRefusedCalls(tx: Tx, redemption_id: number): Promise<void> {
  for (const { record_uid, status } of await liveCalls(tx, redemption_id)) {
    if (status === "refused") await followRecord(tx, callKind, { record_uid, action: "close" }, {});
  }
}
