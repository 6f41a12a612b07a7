// A plant of which last month was issued, for tests of what becomes of certificates when the readings are restated.
import { commandIssuance, createIssuance, daysBetween } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { registryRoutes } from "../../src/domains/registry/index.ts";
import { compareChangedDays } from "../../src/domains/registry/issuance/corrections/corrections.sql.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { freshDb } from "../test-kit.ts";
import { meterDays, meteredMonth, registeredPlant } from "./issuance-kit.ts";
import { issuerOf, memberOf, recordCommandOf } from "./record-kit.ts";

/** A plant of which last month was issued, 3.02 MWh a day: two issuers, and what restates a day and compares it. */
export async function issuedMonth() {
  const db = await freshDb();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => registryRoutes(serve, db, store));
  const plant = await registeredPlant(db);
  const trader = await memberOf(db, plant);
  const issuers = [await issuerOf(db), await issuerOf(db)] as const;
  const month = await meteredMonth(db, plant, 3_020_000);
  const command = async (record_uid: string, action: string, token: string, reason?: string) => {
    const { version } = await db
      .selectFrom("issuance")
      .select("version")
      .where("record_uid", "=", record_uid)
      .executeTakeFirstOrThrow();
    const query = token === trader.token ? { account: plant.account } : {};
    const body = recordCommandOf({ record_uid, version }, action, reason === undefined ? {} : { reason });
    return api(commandIssuance, { token, query, body });
  };
  const create = (period: object) =>
    api(createIssuance, {
      token: trader.token,
      query: { account: plant.account },
      body: { device_uid: plant.device_uid, ...period, key: randomUUID() },
    });
  const { body } = await create(month);
  await command(body.record_uid, "submit", trader.token);
  await command(body.record_uid, "approve", issuers[0].token);
  const counted = daysBetween(month.from_day, month.to_day).length * 3_020_000;
  const restate = async (wh: number, day = month.from_day) => {
    await meterDays(db, plant, { [day]: wh });
    await compareChangedDays(db);
  };
  const held = async (sub_account: string) => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(until - first), 0)::int8 as n from certificate_holding where sub_account = ${sub_account}`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  };
  return {
    db,
    api,
    plant,
    trader,
    issuers,
    month,
    counted,
    number: body.number,
    create,
    command,
    restate,
    held,
  };
}
