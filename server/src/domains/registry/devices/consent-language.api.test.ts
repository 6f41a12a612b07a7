// In which language owners of plants consent.
import { createHash } from "node:crypto";
import {
  getDeviceConsent,
  setDeviceConsent,
  SIGNED_LANGUAGES,
  type DeviceConsent,
  type SignedLanguage,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { soundDraft } from "../../../../testing/registry/device-calls.ts";
import { deviceApi } from "../../../../testing/registry/device-kit.ts";

/** An application that asks its owner for consent. */
async function asked() {
  const kit = await deviceApi();
  const { api, create, save, trader, plant, meter } = kit;
  const { record_uid } = await create();
  await save(record_uid, soundDraft(plant.project_uid, meter.device_uid));
  const read = async (language?: SignedLanguage): Promise<DeviceConsent> => {
    const query = { record_uid, ...(language === undefined ? {} : { language }) };
    return (await api(getDeviceConsent, { token: trader.token, query })).body;
  };
  const set = (consents: boolean, { statement, language }: Pick<DeviceConsent, "statement" | "language">) =>
    api(setDeviceConsent, { token: trader.token, body: { record_uid, consents, statement, language } });
  return { ...kit, read, set };
}

test("R10: an owner is asked in each language, and signs the words of the one that was read", async () => {
  const { db, read, set } = await asked();
  const statements = [];
  for (const language of SIGNED_LANGUAGES) {
    const { statement, ...shown } = await read(language);
    expect(shown).toMatchObject({ language, signed_at: null });
    expect(statement).toContain("Roof 1");
    expect(statement).toContain("Xanh Energy JSC");
    statements.push(statement);
  }
  expect(new Set(statements).size).toBe(SIGNED_LANGUAGES.length);
  expect((await read()).language).toBe("en");
  const [vietnamese = "", english = ""] = statements;
  const mixed = await set(true, { statement: english, language: "vi" });
  expect([mixed.status, mixed.body.code]).toEqual([409, "GEN-409"]);
  expect((await set(true, { statement: vietnamese, language: "vi" })).status).toBe(200);
  const [kept] = await db
    .selectFrom("device_consent")
    .select(["statement", "language", "statement_hash"])
    .execute();
  expect(kept).toMatchObject({ statement: vietnamese, language: "vi" });
  expect(kept?.statement_hash).toEqual(createHash("sha256").update(vietnamese).digest());
});

test("what was signed stays in its language, whoever reads it in which, and is taken back in it", async () => {
  const { read, set } = await asked();
  const chinese = await read("zh");
  await set(true, chinese);
  const signed = await read("en");
  expect(signed).toMatchObject({ statement: chinese.statement, language: "zh", signed_by: "A trader" });
  expect((await set(false, signed)).body).toMatchObject({ signed_at: null });
  expect((await read("en")).language).toBe("en");
});
