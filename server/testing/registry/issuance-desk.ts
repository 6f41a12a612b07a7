// A portal with a registered plant, for tests of requests for certificates over its calls.
import { commandIssuance, createIssuance, readIssuance, uploadEvidence } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import { registryRoutes } from "../../src/domains/registry/index.ts";
import { recordKinds } from "../../src/record-kinds.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { freshDb } from "../test-kit.ts";
import { registeredPlant } from "./issuance-kit.ts";
import { issuerOf, memberOf, recordCommandOf } from "./record-kit.ts";

type Plant = Awaited<ReturnType<typeof registeredPlant>>;

/** A portal with a registered plant, its people and an issuer. */
export async function issuanceDesk(options: Parameters<typeof registeredPlant>[1] = {}) {
  const db = await freshDb();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    registryRoutes(serve, db, store);
    partiesRoutes(serve, db, store, recordKinds);
  });
  const plant = await registeredPlant(db, options);
  const trader = await memberOf(db, plant, "trader");
  const issuer = await issuerOf(db, options.registry ?? "IREC");
  const of = { account: plant.account };
  const read = async (record_uid: string, as = trader.token, query: object = of) =>
    (await api(readIssuance, { token: as, query: { ...query, record_uid } })).body;
  const begin = async (period: object, of_plant: Plant = plant, as = trader.token) =>
    (
      await api(createIssuance, {
        token: as,
        query: { account: of_plant.account },
        body: { device_uid: of_plant.device_uid, ...period, key: randomUUID() },
      })
    ).body;
  const act = async (
    record_uid: string,
    action: string,
    more: object = {},
    as: "trader" | "issuer" = "trader",
  ) => {
    const [token, query] = as === "trader" ? [trader.token, of] : [issuer.token, {}];
    const { rows } = {
      rows: await db.selectFrom("issuance").select("version").where("record_uid", "=", record_uid).execute(),
    };
    return api(commandIssuance, {
      token,
      query,
      body: recordCommandOf({ record_uid, version: rows[0]?.version ?? 1 }, action, more),
    });
  };
  /** A document of the request, and its uid. */
  const upload = async (record_uid: string, name = "meter.csv", file = Buffer.from("day,kWh")) =>
    api(uploadEvidence, {
      token: trader.token,
      query: { ...of, record_uid, kind: "metering", name },
      file,
    });
  /** Declares days by a document that is uploaded for it. */
  const declare = async (
    record_uid: string,
    days: Readonly<Record<string, number | null>>,
    action = "declare",
  ) => {
    const { body } = await upload(record_uid);
    const declared = Object.entries(days).map(([day, wh]) => ({ day, wh }));
    return act(record_uid, action, { evidence_uid: body.evidence_uid, declared });
  };
  return { db, api, plant, trader, issuer, of, read, begin, act, upload, declare };
}
