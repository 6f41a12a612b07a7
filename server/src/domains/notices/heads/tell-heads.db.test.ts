import { addDays, plainGmt8Day } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { posted, smallLedger, tamper, transfer } from "../../../../testing/registry/ledger-db-kit.ts";
import { company, memberOf, platformOperator } from "../../../../testing/registry/record-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { keptHeadsIn } from "../../registry/index.ts";
import { tellAlarms, tellHeads } from "./tell-heads.jobs.ts";

const DAY_MS = 86_400_000;
const TOLD = { product: "Heliograph", origin: "https://portal.example" };

/** A log with a head, a company with its people, and two operators, one of whom reads English. */
async function readers() {
  const { db, a, b } = await smallLedger();
  const key = await announcedKey(db);
  await sealAll(db, key);
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  await memberOf(db, own, "trader");
  const gone = await memberOf(db, own, "account_manager");
  await db
    .updateTable("account")
    .set({ disabled_at: new Date() })
    .where("account_id", "=", gone.account_id)
    .execute();
  const operators = [await platformOperator(db), await platformOperator(db)];
  await sql`insert into notice_preference (account_id, language) values (${manager.account_id}, 'en')`.execute(
    db,
  );
  const write = async (n: number) => {
    await posted(db, transfer(`t ${n}`, a, b, [n, n + 1]));
    await sealAll(db, key);
  };
  return { db, manager, operators, write };
}

const mailsOf = async (db: Db) =>
  db.selectFrom("mail").select(["account_id", "subject", "text", "language"]).orderBy("mail_id").execute();

test("R41: the head of each day goes to every account manager and nobody else, each head once, as a line that the checker reads", async () => {
  const { db, manager, write } = await readers();
  const tomorrow = Date.now() + DAY_MS;
  await tellHeads(db, TOLD, Date.now());
  expect(await mailsOf(db)).toEqual([]);
  await tellHeads(db, TOLD, tomorrow);
  await tellHeads(db, TOLD, tomorrow);
  // Nothing was written since: the head before says all.
  await tellHeads(db, TOLD, tomorrow + DAY_MS);
  const [mail, ...more] = await mailsOf(db);
  expect(more).toEqual([]);
  const day = plainGmt8Day(Date.now());
  expect(mail).toMatchObject({
    account_id: manager.account_id,
    language: "en",
    subject: `Heliograph: head of the certificate log of ${day}`,
  });
  expect(mail?.text).toContain(
    `At the end of ${day} (GMT+8) the log of the certificate ledger had 2 entries.`,
  );
  expect(mail?.text).toContain("https://portal.example/verify/supply");
  const line = mail?.text.split("\n").find((one) => one.startsWith("{")) ?? "";
  const head = await db.selectFrom("journal_head").selectAll().executeTakeFirstOrThrow();
  expect(keptHeadsIn(line)).toEqual([{ size: 2, root: head.root.toString("hex") }]);
  await write(1);
  await tellHeads(db, TOLD, tomorrow);
  expect(await mailsOf(db)).toHaveLength(2);
});

test("R41: a day whose head was not published half a day later is an alarm to every operator, once, with the reason", async () => {
  const { db, operators } = await readers();
  const end = Date.parse(`${addDays(plainGmt8Day(Date.now()), 1)}T00:00:00+08:00`);
  await tellAlarms(db, TOLD, end + 11 * 3_600_000);
  expect(await mailsOf(db)).toEqual([]);
  await tellAlarms(db, TOLD, end + 12 * 3_600_000);
  await tellAlarms(db, TOLD, end + 13 * 3_600_000);
  const mails = await mailsOf(db);
  expect(mails.map(({ account_id }) => account_id)).toEqual(operators.map(({ account_id }) => account_id));
  const day = plainGmt8Day(Date.now());
  expect(mails[0]?.text).toContain(`Đầu nhật ký ngày ${day} chưa được công bố vào tệp.`);
  await sql`
    insert into head_publication (day, place, size, root, tried_at, done_at, error) values
      (${day}, 'file', 2, sha256('x'), now(), now(), null),
      (${day}, 'webhook', 2, sha256('x'), now(), null, 'The answer was 500')`.execute(db);
  await tellAlarms(db, TOLD, end + 13 * 3_600_000);
  const texts = (await mailsOf(db)).slice(2).map(({ text }) => text.split("\n")[0]);
  expect(texts).toEqual(
    operators.map(() => `Đầu nhật ký ngày ${day} chưa được công bố tới bên nhận: The answer was 500.`),
  );
});

test("R24, R41: operators are told that the ledger is held, and that its check found faults, each once", async () => {
  const { db } = await readers();
  await tamper(db, "insert into ledger_hold (size, root) values (7, sha256('x'))");
  await sql`insert into ledger_check (checked_at, entries, faults) values (now(), 2, 3)`.execute(db);
  for (let n = 0; n < 2; n += 1) await tellAlarms(db, TOLD, Date.now());
  const texts = (await mailsOf(db)).map(({ text }) => text);
  expect(texts).toHaveLength(4);
  expect(
    texts.filter((text) => text.includes("npm run ledger:go-on") && text.includes("7 bút toán")),
  ).toHaveLength(2);
  expect(
    texts.filter((text) => text.includes("npm run ledger:verify") && text.includes("3 lỗi")),
  ).toHaveLength(2);
});
