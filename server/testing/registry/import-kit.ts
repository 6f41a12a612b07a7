// A company that imports certificates, its people and platform operators, over the calls of the registry.
import { createHash, randomUUID } from "node:crypto";
import {
  declareImport,
  moveImport,
  readRecImport,
  uploadEvidence,
  type ImportAction,
  type SerialRange,
} from "@heliograph/contract";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import { registryRoutes } from "../../src/domains/registry/index.ts";
import { recordKinds } from "../../src/record-kinds.ts";
import { apiOf, type Api } from "../api-kit.ts";
import { freshStore, PDF } from "../file-kit.ts";
import { freshDb } from "../test-kit.ts";
import { company, issuerOf, memberOf, platformOperator, recordCommandOf } from "./record-kit.ts";

/** A declaration of 100 certificates that breaks no rule. */
const soundImport = {
  origin: "EVIDENT",
  transaction_number: "TR-2026-0001",
  series: "VN-0001-2025",
  first: 1001,
  last: 1100,
  quantity: 100,
  device_code: "HYDRO7",
  device_name: "Song Hinh Hydro",
  fuel: "ES300",
  country: "VN",
  location: "Song Hinh",
  province: "Phu Yen",
  period_from: "2025-10-01",
  period_to: "2025-10-31",
};

export const STATEMENT_SHA256 = createHash("sha256").update(PDF).digest("hex");

interface Record {
  readonly record_uid: string;
  readonly version: number;
}

/** The calls, two companies with their people, and three platform operators. */
export async function importApi() {
  const db = await freshDb();
  const { store } = await freshStore();
  const api: Api = await apiOf(db, (serve) => {
    registryRoutes(serve, db, store);
    partiesRoutes(serve, db, store, recordKinds);
  });
  const mine = await company(db, "Importer");
  const theirs = await company(db, "Another Importer");
  const trader = await memberOf(db, mine);
  const operators = [
    await platformOperator(db),
    await platformOperator(db),
    await platformOperator(db),
  ] as const;
  const of = { account: mine.account };
  const declare = (change: object = {}, by = trader, account = mine.account) =>
    api(declareImport, {
      token: by.token,
      query: { account },
      body: { ...soundImport, key: randomUUID(), ...change },
    });
  const read = async (record_uid: string, token = operators[0].token, query: { account?: string } = {}) =>
    api(readRecImport, { token, query: { ...query, record_uid } });
  const upload = (record_uid: string, token = operators[0].token, query: { account?: string } = {}) =>
    api(uploadEvidence, {
      token,
      query: { ...query, record_uid, kind: "registry_statement", name: "statement.pdf" },
      file: PDF,
    });
  const move = (token: string, record: Record, action: ImportAction, more: object = {}) =>
    api(moveImport, { token, body: recordCommandOf(record, action, more) });
  /** Two operators confirm, against the statement that one of them has uploaded; the second's answer. */
  const confirm = async (
    record: Record,
    received: readonly SerialRange[] = [{ first: soundImport.first, until: soundImport.last + 1 }],
    action: ImportAction = "confirm",
  ) => {
    await upload(record.record_uid);
    const body = { received, statement_sha256: STATEMENT_SHA256 };
    await move(operators[0].token, record, action, body);
    return move(operators[1].token, record, action, body);
  };
  return {
    db,
    api,
    mine,
    theirs,
    trader,
    viewer: await memberOf(db, mine, "viewer"),
    stranger: await memberOf(db, theirs, "account_manager"),
    issuer: await issuerOf(db),
    operators,
    of,
    declare,
    read,
    upload,
    move,
    confirm,
  };
}
