import { bankAccountFaults } from "@heliograph/contract";
import { expect, test } from "vitest";
import { DEMO_COMPANIES } from "../../../seeds/demo-parties.ts";
import { seedDemo } from "../../../seeds/demo.ts";
import { freshDb } from "../../../testing/test-kit.ts";

test("the demonstration's companies break no rule that people's companies are held to", () => {
  for (const { bank, company_name, english_name } of DEMO_COMPANIES) {
    expect(bankAccountFaults(bank, { company_name, english_name })).toEqual([]);
  }
});

test("the demonstration has its companies once, marked as such, with people, a verified bank account and a history", async () => {
  const db = await freshDb();
  await seedDemo(db);
  await seedDemo(db);
  const companies = await db.selectFrom("business_account").select(["status", "demonstration"]).execute();
  expect(companies).toEqual(DEMO_COMPANIES.map(() => ({ status: "active", demonstration: true })));
  const grants = await db
    .selectFrom("role_grant")
    .select(["class", "role"])
    .orderBy("class")
    .orderBy("role")
    .execute();
  expect(grants.filter((one) => one.class === "market").map(({ role }) => role)).toEqual([
    "account_manager",
    "account_manager",
    "trader",
    "viewer",
  ]);
  expect(new Set(grants.map((one) => one.class))).toEqual(new Set(["market", "issuer", "operator"]));
  const events = await db.selectFrom("status_event").select("action").execute();
  expect(events).toHaveLength(3 * DEMO_COMPANIES.length);
});
