// PDFs of reports: every template in every language, and figures that are those of the screens.
import {
  alarmDetail,
  generateReport,
  kpiExplain,
  lossWaterfall,
  previewReport,
  REPORT_BLOCKS,
  statisticsTotal,
  type ReportLanguage,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import {
  EVERY_BLOCK,
  REPORT_DAYS,
  reportPlant,
  reportScene,
} from "../../../../testing/reports/template-kit.ts";
import { pdfText } from "../../../../testing/documents/pdf-text.ts";
import { apiOf } from "../../../../testing/api-kit.ts";
import { NOON, performanceApi } from "../../../../testing/performance-kit.ts";
import { renderPages } from "../../../platform/documents/pdf.ts";
import { refreshDesk } from "../../notices/alarm-desk/alarm-costs.jobs.ts";
import { noticesRoutes, plantAlarmName } from "../../notices/index.ts";
import { PRODUCT_TEMPLATES } from "./product-templates.ts";
import { blocksWithData, reportContent } from "./report-content.ts";
import { reportFiguresOf } from "./report-making.jobs.ts";
import { REPORT_TEMPLATE } from "./report-template.ts";
import { documentWords } from "./words/languages.ts";

const LANGUAGES: readonly ReportLanguage[] = ["en", "vi", "zh"];

const compact = (words: string) => words.replaceAll(" ", "");
const kit = async () => reportScene(await reportPlant());

test.each(LANGUAGES)(
  "a report in %s says what the statistics, the explanation, the waterfall and the marked comment say, and nothing of Typst that somebody wrote is obeyed",
  async (lang) => {
    const { add, call, figures, work, plant, token } = await kit();
    const { report } = (await add({ lang, blocks: EVERY_BLOCK })).body;
    const working = work();
    const file = await call(generateReport, { report_uid: report.report_uid, ...REPORT_DAYS });
    expect([await working.done(), file.status, file.headers["content-type"]]).toEqual([
      [],
      200,
      "application/pdf",
    ]);
    const { text, isWhole } = await pdfText(file.bytes);
    const query = { project_uid: plant.project_uid, ...REPORT_DAYS };
    const screens = async (e: Parameters<typeof figures>[0], more: object = {}) =>
      (await figures(e, { token, query: { ...query, ...more } })).body;
    const totals = await screens(statisticsTotal);
    const ratio = await screens(kpiExplain, { kpi: "performance_ratio" });
    const losses = await screens(lossWaterfall);
    const number = (value: number, digits: number) =>
      new Intl.NumberFormat(documentWords[lang].locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(value);
    for (const said of [
      "Nhà máy Bao bì Nhơn Trạch",
      number(totals.production.value, 1),
      number(totals.cost_saving.value, 0),
      number(totals.insolation.value, 0),
      number(totals.co2_reduction.value, 3),
      number(ratio.value, 1),
      number(losses.cost_vnd.measured, 0),
      number(losses.energy_wh.base / 1000, 1),
      `${number(totals.inverter_production.value, 1)} kWh #set text(red)`,
      "清洗组件",
      "2026-02-02 10:00",
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain("Không cho báo cáo");
    for (const kind of isWhole ? REPORT_BLOCKS.filter((one) => one !== "cover") : []) {
      expect(compact(text)).toContain(compact(documentWords[lang].titles[kind]));
    }
  },
);

test("every template of the product is drawn in every language, with data and without; a block without data is left out unless it is pinned", async () => {
  const { db, plant } = await reportPlant();
  const empty = await performanceApi();
  const wanted = { title: "A report", lang: "en", blocks: EVERY_BLOCK, ...REPORT_DAYS } as const;
  const at = { now: () => NOON };
  const figures = [
    await reportFiguresOf(db, plant.account_id, { ...wanted, project_uids: [plant.project_uid] }, at),
    await reportFiguresOf(
      empty.db,
      empty.plant.account_id,
      { ...wanted, project_uids: [empty.plant.project_uid] },
      at,
    ),
  ];
  const by = { account: "Lan", colour: "#0e6b4f", logo: null, product: "Heliograph" };
  for (const of of figures) {
    for (const template of PRODUCT_TEMPLATES) {
      for (const lang of LANGUAGES) {
        for (const pinned of [true, false]) {
          const blocks = template.blocks.map((block) => ({ ...block, pinned }));
          const data = reportContent(of, { title: "A report", lang, blocks, by, pictures: new Map() });
          const parts = { template: REPORT_TEMPLATE, data, lang, createdAt: new Date(NOON) };
          const { marks } = renderPages(parts);
          const drawn = marks.filter(({ edge }) => edge === "top").map(({ name }) => name);
          const on = blocks.filter((block) => block.on).map(({ kind }) => kind);
          expect(drawn).toEqual(pinned ? on : blocksWithData(of[0], blocks));
          if (of === figures[1] && !pinned) expect(drawn).toEqual(["cover"]);
        }
      }
    }
  }
});

test.each(LANGUAGES)(
  "an alarm in a report in %s is called as notices call it and costs what the desk says",
  async (lang) => {
    const { add, call, db, token, work } = await kit();
    await refreshDesk(db, NOON);
    await db.updateTable("alarm_case").set({ lost_vnd: "1234567" }).execute();
    const notices = await apiOf(db, (serve) => noticesRoutes(serve, db, { now: () => NOON }));
    const { alarm_uid } = await db.selectFrom("alarm").select("alarm_uid").executeTakeFirstOrThrow();
    const { alarm } = (await notices(alarmDetail, { token, query: { alarm_uid } })).body;
    const cost = Number(alarm.lost_vnd);
    expect(cost).toBe(1_234_567);
    const { report } = (await add({ lang, blocks: EVERY_BLOCK })).body;
    const working = work();
    const file = await call(generateReport, { report_uid: report.report_uid, ...REPORT_DAYS });
    expect([await working.done(), file.status]).toEqual([[], 200]);
    const { text } = await pdfText(file.bytes);
    expect(text).toContain(
      new Intl.NumberFormat(documentWords[lang].locale, { maximumFractionDigits: 0 }).format(cost),
    );
    expect(compact(text)).toContain(compact(plantAlarmName(lang, alarm.kind)));
  },
);

test("the pages of a preview are those of the PDF, with the place of each block", async () => {
  const { call, plant, work } = await kit();
  const working = work();
  const drawn = (
    await call(previewReport, {
      project_uid: plant.project_uid,
      title: "A report",
      lang: "vi",
      blocks: EVERY_BLOCK,
      ...REPORT_DAYS,
    })
  ).body;
  await working.done();
  expect([drawn.pages, drawn.width, drawn.svg.startsWith("<svg")]).toEqual([2, 595.2756, true]);
  // No ground of a later page lies over the first one.
  expect(drawn.svg).not.toMatch(/d="M 0 0v 841/);
  expect(drawn.svg).not.toMatch(/<script|on[a-z]+=|href="http/i);
  const [cover, figures] = drawn.blocks;
  expect(cover).toMatchObject({ kind: "cover", has_data: true, page: 1 });
  expect(figures.top).toBeGreaterThanOrEqual(cover.bottom);
  expect(drawn.blocks.at(-1)).toMatchObject({ kind: "photos", has_data: false, to_page: 2 });
});
