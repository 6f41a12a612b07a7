import { listRuns } from "@heliograph/contract";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { portfolio } from "../../../../testing/reports/report-kit.ts";
import { hasLibreOffice, sheetsInLibreOffice } from "../../../../testing/reports/spreadsheet-kit.ts";

const NUMBERS = [
  "inverter_production",
  "inverter_accumulation",
  "metter_production",
  "metter_accumulation",
] as const;
/** A date as LibreOffice writes it in English. */
const dateText = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const asText = (value: number | null) => (value === null ? "" : String(value));

test("the spreadsheet has the totals and a sheet for each project, with real numbers and dates, the zone in its head, and no name that runs", async () => {
  const { made, rows } = await portfolio();
  const { failures, added, run, file } = await made();
  expect(failures).toEqual([]);
  expect(added).toMatchObject({
    message: "The report is being made",
    run: { kind: "portfolio", state: "queued" },
  });
  expect(run.file.name).toMatch(/\.xlsx$/);
  const { sheets } = await readXlsx(new Uint8Array(file.bytes));
  expect(sheets.map(({ name }) => name)).toEqual([
    "Portfolio Report",
    "=Roof Lan's 1 2 with a name tha",
    "Roof 2",
  ]);
  const [first] = await rows();
  const [, own] = sheets;
  expect(own?.rows[0]?.[0]).toBe("'=Roof: Lan's 1/2 with a name that is longer than a sheet's");
  expect(own?.rows[1]?.[0]).toBe("Time zone: Asia/Ho_Chi_Minh (UTC+07:00), 1 day");
  const records = first?.project_data.flatMap(({ binsize_data }) => binsize_data) ?? [];
  expect(own?.rows.slice(3, 5)).toEqual(
    records.map(({ binsize, record }, at) => [
      at + 1,
      new Date(`${binsize}T00:00:00Z`),
      null,
      ...NUMBERS.map((name) => record[name]),
      record.pr_data,
      record.gateway_status,
    ]),
  );
  expect(own?.rows[5]?.slice(0, 7)).toEqual(["Total", null, null, 2.934, null, 2.501, null]);
});

test.skipIf(!hasLibreOffice).each([false, true])(
  "LibreOffice finds every value of the call in every sheet, and totals that are their sums (formulas computed anew: %s)",
  { timeout: 120_000 },
  async (recalculated) => {
    const { made, rows } = await portfolio();
    for (const binsize of ["1_days", "15_minutes"]) {
      const { file } = await made({ binsize });
      const sheets = await sheetsInLibreOffice(new Uint8Array(file.bytes), { recalculated });
      expect(sheets.size).toBe(3);
      const [cover = [], ...own] = [...sheets]
        .toSorted(
          ([a], [b]) =>
            Number(b.startsWith("Portfolio")) - Number(a.startsWith("Portfolio")) || (a < b ? -1 : 1),
        )
        .map(([, of]) => of);
      const items = await rows({ binsize });
      const totals: [number, number][] = [];
      for (const [at, item] of items.entries()) {
        const sheet = own[at] ?? [];
        const wanted = item.project_data.flatMap(({ calculate_day, binsize_data }) =>
          binsize_data.map(({ binsize: bin, record }, index) => ({ calculate_day, bin, record, index })),
        );
        const found = sheet.slice(3, -1);
        expect(found).toHaveLength(wanted.length);
        for (const [index, { calculate_day, bin, record }] of wanted.entries()) {
          const isDay = binsize === "1_days";
          expect(found[index]).toEqual([
            String(index + 1),
            dateText(isDay ? bin : calculate_day),
            isDay ? "" : bin,
            ...NUMBERS.map((name) => asText(record[name])),
            ...(isDay ? [asText(record.pr_data)] : []),
            record.gateway_status,
          ]);
        }
        const sum = (name: (typeof NUMBERS)[number]) =>
          wanted.reduce((all, { record }) => all + Math.round((record[name] ?? 0) * 1000), 0) / 1000;
        const total = sheet.at(-1) ?? [];
        expect([Number(total[3]), Number(total[5])].map((n) => n.toFixed(6))).toEqual(
          [sum("inverter_production"), sum("metter_production")].map((n) => n.toFixed(6)),
        );
        totals.push([sum("inverter_production"), sum("metter_production")]);
      }
      expect(
        cover.slice(3, 5).map((row) => [Number(row[3]), Number(row[4])].map((n) => n.toFixed(6))),
      ).toEqual(totals.map((pair) => pair.map((n) => n.toFixed(6))));
      const grand = totals.reduce(([a, b], [c, d]) => [a + c, b + d] as const, [0, 0] as const);
      const last = cover.at(-1) ?? [];
      expect([Number(last[3]), Number(last[4])].map((n) => n.toFixed(6))).toEqual(
        grand.map((n) => n.toFixed(6)),
      );
    }
  },
);

test("the report of one project is a report of its own kind, in the language asked for", async () => {
  const { made, other } = await portfolio();
  const { run, file } = await made({ project_uid: [other.project_uid], lang: "vi", binsize: "1_months" });
  expect(run.kind).toBe("project_report");
  const { sheets } = await readXlsx(new Uint8Array(file.bytes));
  expect(sheets[0]?.name).toBe("Báo cáo danh mục");
  expect(sheets[1]?.rows[2]?.slice(0, 3)).toEqual(["STT", "Ngày", "Giờ"]);
});

test("what is known of one plant alone is a report in which the other is updating (M255)", async () => {
  const { made } = await portfolio();
  const { file } = await made({ from_date: "2026-02-01", to_date: "2026-02-01" });
  const { sheets } = await readXlsx(new Uint8Array(file.bytes));
  expect(sheets[0]?.rows[4]?.[5]).toBe("Roof 2 is updating");
  expect(sheets[2]?.rows[0]?.[0]).toBe("Roof 2 is updating");
});

test("a report of nothing is not made, and says so in the words of M254", async () => {
  const { api, token, made } = await portfolio();
  const { run, file } = await made({ from_date: "2025-06-01", to_date: "2025-06-02" });
  expect(run).toMatchObject({
    state: "failed",
    error: { code: "report.no_data", message: "No project data available for download" },
  });
  expect([file.status, file.body.code]).toEqual([409, "run.no_file"]);
  const { body } = await api(listRuns, { token });
  expect(body.total_items).toBe(1);
});
