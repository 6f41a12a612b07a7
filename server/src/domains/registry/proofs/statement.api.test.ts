import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  checkStatement,
  downloadStatement,
  signedText,
  verifyStatement,
  type RedemptionStatement,
} from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { keyFolder } from "../../../../testing/registry/sealed-kit.ts";
import { verifyLedger } from "../ledger/verify.sql.ts";
import { logKeys } from "./log.sql.ts";
import { isSignedText, makeStatement } from "./statement.sql.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** A completed redemption of hydropower, which costs nothing, and its statement. */
async function redeemed(more: object = {}, demonstration = false) {
  const at = await redeemers(
    [
      { quantity: 30, fuel: "ES300" },
      { quantity: 20, fuel: "ES300", month: "2025-11" },
    ],
    demonstration,
  );
  const record = await at.approved(40, { fuel: "ES300", ...more });
  const { key } = (await at.read(record.record_uid)).statement;
  const ask = (of = key) => at.api(verifyStatement, { query: { key: of } });
  const pending = (await ask()).body;
  const folder = await keyFolder();
  const { statement_id } = await at.db
    .selectFrom("redemption_statement")
    .select("statement_id")
    .executeTakeFirstOrThrow();
  await makeStatement(at.db, folder, statement_id);
  const { statement, retired }: { statement: RedemptionStatement; retired: number } = (await ask()).body;
  const keys = await logKeys(at.db);
  const check = (given: unknown, known = keys, held: number | null = retired) =>
    checkStatement(given, { sha256, isSignedText, keys: known, retired: held });
  return { ...at, key, ask, pending, folder, statement_id, statement, retired, keys, check };
}

test("R39: a statement's proof is pending until its entry is sealed, and then it is genuine, in all five steps", async () => {
  const { pending, statement, check, retired, db } = await redeemed();
  expect(pending).toEqual({ statement: null, retired: 40, replaced: null });
  const { verdict, steps } = check(statement);
  expect(verdict).toBe("genuine");
  expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
    "unchanged passed",
    "retired passed",
    "in_the_log passed",
    "nobody_else passed",
    "issued passed",
  ]);
  expect([retired, statement.entry.record.amount]).toEqual([40, "40"]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R45: without a connection the ledger is not asked, and that step is not made", async () => {
  const { statement, check, keys } = await redeemed();
  const { verdict, steps } = check(statement, keys, null);
  expect(verdict).toBe("genuine");
  expect(steps.find(({ step }) => step === "nobody_else")?.state).toBe("not_made");
});

test("R45: a checker that knows neither version nor key says so and nothing else", async () => {
  const { statement, check, keys } = await redeemed();
  expect(check({ ...statement, v: "5" }).verdict).toBe("unknown_version");
  for (const v of ["1", "2", "4"]) expect(check({ ...statement, v }).verdict).toBe("changed");
  expect(check(statement, []).verdict).toBe("unknown_key");
  expect(
    check(statement, [{ ...keys[0], key_id: "another", public_key: "", use: "log" } as (typeof keys)[0]])
      .verdict,
  ).toBe("unknown_key");
  expect(check({ hello: "there" }).verdict).toBe("unreadable");
  expect(check({ ...statement, more: "1" }).verdict).toBe("unreadable");
});

/** The paths of all texts in the value. */
function textsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]));
}

function withChanged(
  statement: RedemptionStatement,
  path: readonly (string | number)[],
  by: string,
): unknown {
  const copy: unknown = structuredClone(statement);
  let at = copy as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string | number, unknown>;
  at[path.at(-1) ?? ""] = by;
  return copy;
}

test("R39: whichever one field is changed, the statement is not genuine", async () => {
  const { statement, check } = await redeemed();
  const paths = textsIn(statement);
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    let value: unknown = statement;
    for (const name of path) value = (value as Record<string | number, unknown>)[name];
    const text = String(value);
    const others = [text.endsWith("1") ? `${text.slice(0, -1)}2` : `${text.slice(0, -1)}1`, `${text}0`, ""];
    for (const other of others) {
      if (other === text) continue;
      const { verdict } = check(withChanged(statement, path, other));
      expect([path.join("."), verdict === "genuine" || verdict === "demonstration"]).toEqual([
        path.join("."),
        false,
      ]);
    }
  }
});

test("R43: what is changed and signed anew by another key, or by the key of demonstrations, is not genuine", async () => {
  const { statement, check, keys } = await redeemed();
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const other = {
    key_id: "f".repeat(32),
    public_key: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
  const forged = structuredClone(statement) as {
    entry: { record: { amount: string; demonstration: string } };
  } & RedemptionStatement;
  const signed = (one: RedemptionStatement) => ({
    ...one,
    signature: {
      key_id: other.key_id,
      value: sign(null, Buffer.from(signedText(one)), privateKey).toString("hex"),
    },
  });
  expect(check(signed(forged)).verdict).toBe("unknown_key");
  const asDemonstration = [
    ...keys,
    { ...other, algorithm: "Ed25519", use: "demonstration", since: "" } as (typeof keys)[0],
  ];
  expect(check(signed(forged), asDemonstration).verdict).toBe("changed");
  // Even a known key cannot speak for an entry that is not in the log.
  const asLog = [...keys, { ...other, algorithm: "Ed25519", use: "log", since: "" } as (typeof keys)[0]];
  const amount = {
    ...forged,
    entry: { ...forged.entry, record: { ...forged.entry.record, purpose: "Another" } },
  };
  expect(check(signed(amount), asLog).verdict).toBe("changed");
});

test("R39: what is hidden behind the salt is not found by trying: the hash says nothing without it", async () => {
  const { db, statement } = await redeemed({ is_natural_person: true, beneficiary_name: "Nguyễn Văn An" });
  const { private_part } = await db
    .selectFrom("journal_entry")
    .select("private_part")
    .where("type", "=", "retire")
    .executeTakeFirstOrThrow();
  expect(private_part).toContain("Nguyễn Văn An");
  expect(JSON.stringify(statement)).not.toContain("Nguyễn");
  // Somebody who guesses the hidden part to the letter, but not its salt.
  expect(hex(sha256(Buffer.from(private_part)))).not.toBe(statement.private_hash);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (salt) => {
      expect(hex(sha256(Buffer.concat([salt, Buffer.from(private_part)])))).not.toBe(statement.private_hash);
    }),
  );
  const { beneficiary } = statement.entry.record;
  expect(beneficiary.kind === "person" && beneficiary.hash).not.toBe(
    hex(sha256(Buffer.from("Nguyễn Văn An"))),
  );
});

test("R14, I27: a statement of a demonstration verifies only as that, by a key of its own", async () => {
  const { statement, check, keys } = await redeemed({}, true);
  expect(check(statement).verdict).toBe("demonstration");
  expect(keys.map(({ use }) => use)).toEqual(["log", "demonstration"]);
  expect(
    check(
      statement,
      keys.filter(({ use }) => use === "log"),
    ).verdict,
  ).toBe("unknown_key");
  expect(
    check({
      ...statement,
      entry: { ...statement.entry, record: { ...statement.entry.record, demonstration: "false" } },
    }).verdict,
  ).toBe("changed");
});

test("R31: a key is found as people type it; what is unknown is refused alike, and whoever guesses is slowed", async () => {
  const { key, ask, api } = await redeemed();
  const typed = `${key.toLowerCase().replaceAll(/(.{4})/g, "$1-")}`;
  expect((await ask(typed)).status).toBe(200);
  const guess = (address: string, i: number) =>
    api(verifyStatement, { query: { key: `${"0".repeat(24)}${String(i).padStart(2, "0")}` }, address });
  const answers = [];
  for (let i = 0; i < 21; i += 1) answers.push((await guess("203.0.113.9", i)).status);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  expect((await ask()).status).toBe(200);
  const file = await api(downloadStatement, { query: { key } });
  expect(JSON.parse(Buffer.from(file.bytes).toString())).toEqual((await ask()).body.statement);
  expect(
    (await api(downloadStatement, { query: { key: "0".repeat(26) }, address: "203.0.113.10" })).body.code,
  ).toBe("statement.not_found");
});

test(
  "R31: of 800 guesses that are one letter from a real key, from 41 addresses, each gets the very answer that any unknown key gets",
  { timeout: 120_000 },
  async () => {
    const { key, api } = await redeemed();
    const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const near = Array.from(String(key), (letter, at) => ({ letter, at })).flatMap(({ letter, at }) =>
      Array.from(letters)
        .filter((one) => one !== letter)
        .map((one) => key.slice(0, at) + one + key.slice(at + 1)),
    );
    const answers = new Set<string>();
    const guess = async (tried: string, nth: number) => {
      const address = `198.51.100.${Math.floor(nth / 20)}`;
      const { status, body } = await api(verifyStatement, { query: { key: tried }, address });
      answers.add(JSON.stringify({ status, ...body, request_id: null }));
    };
    for (const [nth, tried] of ["7".repeat(26), ...near].entries()) await guess(tried, nth);
    expect(near.length).toBeGreaterThan(800);
    expect([...answers]).toEqual([expect.stringContaining("statement.not_found")]);
  },
);

test("R31: what anybody reads of a redemption is what the list allows: no address, no account, no person, no price", async () => {
  const { statement } = await redeemed();
  const text = JSON.stringify(statement);
  for (const hidden of ["Tôn Thất Thuyết", "Xanh Energy", "TA-", "Lan", "@", "USD", "EUR", "actor", "lot"]) {
    expect(text.includes(hidden), hidden).toBe(false);
  }
  expect(Object.keys(statement.entry.record).toSorted()).toEqual([
    "amount",
    "batches",
    "beneficiary",
    "country",
    "demonstration",
    "devices",
    "fuel",
    "key",
    "kind",
    "number",
    "period",
    "produced",
    "purpose",
    "redeems_for",
    "registry",
    "replaces",
    "vintage",
  ]);
});

test("a statement that is made stays as it is", async () => {
  const { db, folder, statement_id, statement, ask } = await redeemed();
  await makeStatement(db, folder, statement_id);
  expect((await ask()).body.statement).toEqual(statement);
});
