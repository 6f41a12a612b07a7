import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditEntry } from "@heliograph/contract/fleet/audit";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { loadAllTexts } from "../../../testing/all-texts.ts";
import { LANGUAGES } from "../../../platform/i18n.tsx";
import type { Words } from "../../../platform/words.ts";
import { actionText, changedValues, changeText, nounText, whoText } from "./audit-words.ts";

const ENTRY: AuditEntry = {
  audit_id: 1,
  at: "2026-02-03T03:00:00Z",
  person: { email: "lan@test.example", name: "Lan Tran" },
  by: "session",
  key: null,
  address: "203.0.113.7",
  action: "project.changed",
  subject: null,
  subject_name: null,
  before: null,
  after: null,
  detail: {},
  project: null,
};

async function wordsOf(lang: (typeof LANGUAGES)[number]): Promise<Words> {
  return { text: await loadAllTexts(lang), format: formatOf(lang) };
}
const ZONE = "Asia/Ho_Chi_Minh";

test("every action that the server writes has words of its own in the three languages", async () => {
  const server = join(import.meta.dirname, "../../../../../server/src/domains");
  const code = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes(".test."))
    .map((path) => readFileSync(join(server, path), "utf8"))
    .filter((text) => text.includes("audit("));
  const actions = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/action(?::| =) "([a-z_]+\.[a-z_]+)"/g)].map(([, action = ""]) => action),
    ),
  );
  expect(actions.size).toBeGreaterThan(25);
  for (const lang of LANGUAGES) {
    const words = await wordsOf(lang);
    for (const action of actions) {
      const [noun = "", verb = ""] = action.split(".");
      // What has no text reads as it is written; English has some words that are written so.
      if (lang === "en") continue;
      expect([lang, action, actionText(action, words).includes(verb)]).toEqual([lang, action, false]);
      const isLoan = lang === "vi" && (noun === "firmware" || noun === "gateway");
      expect([noun, isLoan || nounText(noun, words) !== noun.replaceAll("_", " ")]).toEqual([noun, true]);
    }
  }
});

test("an action of a later release reads as it is written", async () => {
  const words = await wordsOf("en");
  expect(actionText("moon_base.made_ready", words)).toBe("moon base made ready");
  expect(actionText("tariff.set", words)).toBe("Tariff set");
});

test("each value is told before and after: units by the thousand, money with its digits, times in the zone, roles in words", async () => {
  const words = await wordsOf("en");
  const told = (
    before: AuditEntry["before"],
    after: AuditEntry["after"],
    detail: AuditEntry["detail"] = {},
  ) => changedValues({ ...ENTRY, before, after, detail }).map((one) => changeText(one, words, ZONE));
  expect(told({ name: "Roof" }, { name: "Roof 2" })).toEqual(["Name: Roof → Roof 2"]);
  expect(told({ capacity_wp: 60_000 }, { capacity_wp: 60_500 })).toEqual(["Capacity: 60 kWp → 60.5 kWp"]);
  expect(told({ vnd_per_kwh: "2204.0700" }, { vnd_per_kwh: "2300.0000" })).toEqual([
    "VND per kWh: 2,204.07 → 2,300",
  ]);
  expect(told({ role: "read_only" }, { role: "owner" })).toEqual(["Role: Read-only → Owner"]);
  expect(told({ alias: null }, { alias: "East" })).toEqual(["Alias: none → East"]);
  expect(told(null, { expires_at: "2026-02-03T03:00:00.000Z" })).toEqual(["Good until: 2026-02-03 10:00"]);
  expect(told({ bands: [] }, { bands: [{ from: "17:00", to: "20:00", days: [1, 2] }] })).toEqual([
    "Hours with other prices: none → (from 17:00, to 20:00, days 1, 2)",
  ]);
  expect(told(null, null, { call: "setTariff", outage_uid: "x" })).toEqual(["Call: setTariff"]);
  expect(told({ run_nze: false, size_bytes: 1_468_006 }, null)).toEqual(["Zero export: no", "Size: 1.4 MB"]);
});

test("who did it is a person, the portal, or somebody who was not signed in", async () => {
  const words = await wordsOf("en");
  expect(whoText(ENTRY, words)).toBe("Lan Tran");
  expect(whoText({ ...ENTRY, person: null, by: "system" }, words)).toBe("The portal itself");
  expect(whoText({ ...ENTRY, person: null, by: "nobody" }, words)).toBe("Somebody who was not signed in");
  expect(whoText({ ...ENTRY, person: null }, words)).toBe("An account that is gone");
});
