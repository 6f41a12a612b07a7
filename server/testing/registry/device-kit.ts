// A company that registers devices, its people, issuers, and a plant with a meter, over the calls of the registry.
import { randomUUID } from "node:crypto";
import { fleetRoutes } from "../../src/domains/fleet/index.ts";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import { registryRoutes } from "../../src/domains/registry/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { recordKinds } from "../../src/record-kinds.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore, PDF } from "../file-kit.ts";
import { freshPools, scene } from "../test-kit.ts";
import { callsOf, soundDraft } from "./device-calls.ts";
import { company, issuerOf, memberOf, platformOperator } from "./record-kit.ts";

/** Adds a meter of generation to the plant. */
export async function meterOn(
  db: Db,
  { project_id, gateway_id }: { project_id: number; gateway_id: number },
  serial = `SC${randomUUID().slice(0, 6)}`,
) {
  return db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "electric_meter", serial, manufacturer: "Schneider" })
    .returning(["device_id", "device_uid", "serial"])
    .executeTakeFirstOrThrow();
}

/** The calls of the registry and the fleet, a company with all roles, another one, two issuers, and a plant that the trader owns. */
export async function deviceApi() {
  const { db, url, pool } = await freshPools();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    fleetRoutes(serve, db);
    registryRoutes(serve, db, store);
    partiesRoutes(serve, db, store, recordKinds);
  });
  const mine = await company(db, "Xanh Energy JSC");
  const other = await company(db, "Another Company");
  const trader = await memberOf(db, mine);
  const plant = await scene(db);
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: trader.account_id, role: "owner" })
    .execute();
  const meter = await meterOn(db, plant);
  const kit = { db, pool, url, api, store, mine, other, plant, meter, trader };
  return {
    ...kit,
    manager: await memberOf(db, mine, "account_manager"),
    viewer: await memberOf(db, mine, "viewer"),
    stranger: await memberOf(db, other, "account_manager"),
    issuer: await issuerOf(db),
    secondIssuer: await issuerOf(db),
    operator: await platformOperator(db),
    ...callsOf({ ...kit, pdf: PDF }),
  };
}

/** As `deviceApi`, with an application that every guard passes, not submitted yet. */
export async function readyApplication() {
  const kit = await deviceApi();
  const draft = soundDraft(kit.plant.project_uid, kit.meter.device_uid);
  const { record_uid, number } = await kit.create();
  await kit.save(record_uid, draft);
  await kit.uploadAll(record_uid);
  await kit.consent(record_uid);
  return { ...kit, record_uid, number, draft };
}

type Kit = Awaited<ReturnType<typeof deviceApi>>;

/** Registers a device of the plant with this meter; the code it got, or the code and message of the refusal. */
export async function registeredCode(
  kit: Kit,
  device_uid: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { create, save, uploadAll, consent, act, trader, issuer, mine, plant } = kit;
  const { record_uid } = await create();
  const draft = soundDraft(plant.project_uid, device_uid);
  await save(record_uid, { ...draft, fields: { ...draft.fields, ...more } });
  await uploadAll(record_uid);
  await consent(record_uid);
  const sent = await act(record_uid, "submit", trader, { account: mine.account });
  if (sent.status !== 200) return `${sent.body.code} ${sent.body.message}`;
  const by = more["registry"] === "TIGR" ? await issuerOf(kit.db, "TIGR") : issuer;
  const done = await act(record_uid, "approve", by);
  return done.body.device_code ?? `${done.body.code} ${done.body.message}`;
}

/** Another plant that the trader owns, with a meter. */
export async function anotherPlant({ db, trader }: Pick<Kit, "db" | "trader">) {
  const plant = await scene(db);
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: trader.account_id, role: "owner" })
    .execute();
  return { plant, meter: await meterOn(db, plant) };
}

/** The uid of the registered device with the code. */
export async function deviceUidOf({ db }: Pick<Kit, "db">, code: string): Promise<string> {
  const { device_uid } = await db
    .selectFrom("registered_device")
    .select("device_uid")
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  return device_uid;
}

/** What every command on the device carries as it is now. */
export async function onDevice(db: Db, device_uid: string) {
  const { version } = await db
    .selectFrom("registered_device")
    .select("version")
    .where("device_uid", "=", device_uid)
    .executeTakeFirstOrThrow();
  return { device_uid, expected_version: version, key: randomUUID() };
}
