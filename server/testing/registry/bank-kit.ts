import { addBankAccount, moveBankAccount } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { freshDb } from "../test-kit.ts";
import { partiesApi } from "./parties-kit.ts";
import { company, memberOf, platformOperator } from "./record-kit.ts";

/** A company with its people, two platform operators, and a bank account that waits to be verified. */
export async function bank() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const { account } = own;
  const manager = await memberOf(db, own, "account_manager");
  const viewer = await memberOf(db, own, "viewer");
  const operators = [await platformOperator(db), await platformOperator(db)] as const;
  const values = {
    currency: "USD",
    bank_name: "Vietcombank",
    account_name: "SOLAR ONE Co., Ltd",
    swift_code: "BFTVVNVX",
    account_number: "0123456789",
    comment: "",
  };
  const add = (body: object = {}, token = manager.token) =>
    api(addBankAccount, { token, query: { account }, body: { ...values, key: randomUUID(), ...body } });
  const { body: record } = await add();
  const move = (token: string, body: object, query: Record<string, string> = {}) =>
    api(moveBankAccount, { token, query, body });
  const of = { account };
  return { db, api, own, account, of, manager, viewer, operators, values, add, record, move };
}
