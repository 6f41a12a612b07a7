// Reports by schedule, to the outbox.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startOfDay } from "@heliograph/contract";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { reportPlant, reportScene } from "../../../../testing/reports/template-kit.ts";

const ZONE = "Asia/Ho_Chi_Minh";

const pdf = (title: string) => [["application/pdf", `${title} 2026-02.pdf`, "%PDF-"]];

test("a monthly PDF in vi, en and zh reaches the outbox by schedule on the first of the month, once for each address", async () => {
  const { add, clock, editions, outbox, worked } = await reportScene(await reportPlant());
  const added = new Map<string, string>();
  for (const lang of ["vi", "en", "zh"]) {
    const { report } = (
      await add({
        lang,
        title: { vi: "Báo cáo tháng", en: "Monthly report", zh: "月度报告" }[lang],
        delivery_method: "email",
        email_list: [`${lang}@example.vn`, `ketoan.${lang}@example.vn`],
      })
    ).body;
    added.set(lang, report.report_uid);
  }
  const eml = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  clock.ms = startOfDay(ZONE, "2026-03-01") + 6 * 3_600_000 - 1;
  expect(await worked()).toEqual([]);
  expect(await eml()).toEqual([]);
  clock.ms += 1;
  expect(await worked()).toEqual([]);
  expect(await worked()).toEqual([]);
  const mails = await Promise.all(
    (await eml()).map(async (name) => simpleParser(await readFile(join(outbox, name)))),
  );
  const said = mails.map(({ to, subject, attachments }) => [
    Array.isArray(to) ? "" : to?.text,
    subject,
    attachments.map(({ contentType, filename, content }) => [
      contentType,
      filename,
      content.subarray(0, 5).toString(),
    ]),
  ]);
  expect(said.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ["en@example.vn", "Monthly report, 2026-02-01 to 2026-02-28", pdf("Monthly report")],
    ["ketoan.en@example.vn", "Monthly report, 2026-02-01 to 2026-02-28", pdf("Monthly report")],
    ["ketoan.vi@example.vn", "Báo cáo tháng, 2026-02-01 đến 2026-02-28", pdf("Báo cáo tháng")],
    ["ketoan.zh@example.vn", "月度报告, 2026-02-01 至 2026-02-28", pdf("月度报告")],
    ["vi@example.vn", "Báo cáo tháng, 2026-02-01 đến 2026-02-28", pdf("Báo cáo tháng")],
    ["zh@example.vn", "月度报告, 2026-02-01 至 2026-02-28", pdf("月度报告")],
  ]);
  for (const uid of added.values()) {
    expect(await editions(uid)).toMatchObject([
      { state: "done", due_on: "2026-03-01", from_date: "2026-02-01", to_date: "2026-02-28", sent_to: 2 },
    ]);
  }
});
