// Reports from the call that adds them to the file that comes of them.
import {
  addReportTemplate,
  allReports,
  blocksWith,
  changeReport,
  changeReportBrand,
  generateReport,
  makeReportEdition,
  projectsByTemplate,
  removeReport,
  removeReportLogo,
  removeReportTemplate,
  reportBrand,
  reportDetails,
  reportEditionFile,
  reportLogo,
  reportTemplates,
  uploadReportLogo,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { MONTHLY, REPORT_DAYS, reportPlant, reportScene } from "../../../../testing/reports/template-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { askDueReports } from "./due-reports.jobs.ts";
import { PRODUCT_TEMPLATES } from "./product-templates.ts";

const kit = async (settings: { waitMs?: number } = {}) => reportScene(await reportPlant(), settings);

test("a report is added by a template, changed in what is named, listed with its project, and taken away: 'Successful delete'", async () => {
  const { add, call, plant } = await kit();
  const { report } = (await add()).body;
  expect(report).toMatchObject({
    title: "Monthly report",
    project_uid_list: [plant.project_uid],
    project_names: ["Nhà máy Bao bì Nhơn Trạch"],
    blocks: PRODUCT_TEMPLATES[0]?.blocks,
    timezone: "Asia/Ho_Chi_Minh",
    may_change: true,
    next: { at: "2026-02-28T23:00:00.000Z", from_date: "2026-02-01", to_date: "2026-02-28" },
  });
  const { report_uid } = report;
  const blocks = blocksWith(["table"]);
  const changed = (await call(changeReport, { report_uid, title: "Week", blocks, active: false })).body
    .report;
  expect(changed).toEqual({
    ...report,
    title: "Week",
    blocks,
    active: false,
    next: null,
    changed_at: changed.changed_at,
  });
  const list = (await call(allReports, { project_uid: plant.project_uid })).body;
  expect([list.total_items, list.items]).toEqual([1, [changed]]);
  expect((await call(reportDetails, { report_uid })).body).toEqual(changed);
  const gone = await call(removeReport, { report_uid });
  expect([gone.status, gone.body.message]).toEqual([200, "Successful delete"]);
  expect((await call(reportDetails, { report_uid })).status).toBe(404);
  expect((await call(allReports)).body.items).toEqual([]);
});

test("what does not fit together is refused by its field", async () => {
  const { add, call } = await kit();
  const refused = async (more: object) => {
    const { status, body } = await add(more);
    return [status, body.fields];
  };
  expect(await refused({ delivery_method: "email" })).toEqual([
    400,
    { "body.email_list": "Enter at least one e-mail address" },
  ]);
  expect(await refused({ schedule: "weekly" })).toEqual([
    400,
    { "body.send_on.weekday": "Choose a day of the week" },
  ]);
  expect((await refused({ blocks: [] }))[0]).toBe(400);
  expect((await refused({ email_list: ["nobody"] }))[0]).toBe(400);
  expect((await add({ template_uid: randomUUID() })).body.code).toBe("template.not_found");
  const { report } = (await add()).body;
  const change = await call(changeReport, { report_uid: report.report_uid, schedule: "once" });
  expect([change.status, change.body.fields]).toEqual([400, { "body.send_on.date": "Choose a day" }]);
});

test("who may only look sees a report and its files, but neither its addresses nor changes it; who misses one project sees nothing", async () => {
  const { add, call, db, plant, editions, work } = await kit();
  const { report } = (await add({ delivery_method: "email", email_list: ["lan@example.vn"] })).body;
  const { report_uid } = report;
  const reader = await accountOn(db, { ...plant, role: "read_only" });
  const seen = (await call(reportDetails, { report_uid }, reader.token)).body;
  expect(seen).toMatchObject({ may_change: false, email_list: null, title: "Monthly report" });
  for (const refused of [
    await call(changeReport, { report_uid, title: "Mine" }, reader.token),
    await call(removeReport, { report_uid }, reader.token),
    await call(makeReportEdition, { report_uid }, reader.token),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, "report.read_only"]);
  }
  const mine = await add({}, reader.token);
  expect([mine.status, mine.body.code]).toEqual([403, "project.read_only"]);
  const working = work();
  expect((await call(generateReport, { report_uid, ...REPORT_DAYS }, reader.token)).status).toBe(200);
  expect(await working.done()).toEqual([]);
  const run_uid = (await editions(report_uid))[0]?.run_uid;
  expect(await editions(report_uid)).toMatchObject([
    { run_uid, state: "done", pages: 2, production_kwh: 1235.671 },
  ]);
  expect((await call(reportEditionFile, { run_uid })).status).toBe(200);
  const other = await scene(db);
  await db
    .insertInto("project_member")
    .values({ project_id: other.project_id, account_id: plant.account_id, role: "owner" })
    .execute();
  await call(changeReport, { report_uid, project_uid_list: [plant.project_uid, other.project_uid] });
  for (const e of [reportDetails, removeReport]) {
    expect((await call(e, { report_uid }, reader.token)).body.code).toBe("report.not_found");
  }
  expect((await call(reportEditionFile, { run_uid }, reader.token)).body.code).toBe("run.not_found");
  expect((await call(allReports, {}, reader.token)).body.total_items).toBe(0);
});

test("generate-report answers the PDF; at its limit of time 504 `report.running` names the run, whose file comes all the same", async () => {
  const { add, call, editions, worked } = await kit({ waitMs: 30 });
  const { report } = (await add({ title: "Tháng" })).body;
  const { report_uid } = report;
  const late = await call(generateReport, { report_uid, ...REPORT_DAYS });
  expect([late.status, late.body.code]).toEqual([504, "report.running"]);
  expect(await worked()).toEqual([]);
  const [edition] = await editions(report_uid);
  expect(edition).toMatchObject({ run_uid: late.body.fields.run_uid, state: "done" });
  const file = await call(reportEditionFile, { run_uid: edition?.run_uid });
  expect(file.headers["content-disposition"]).toContain("2026-02-01%202026-02-03.pdf");
  const quick = await kit();
  const working = quick.work();
  const made = await quick.call(generateReport, {
    template_uid: PRODUCT_TEMPLATES[1]?.template_uid,
    project_uid_list: [quick.plant.project_uid],
    lang: "zh",
    ...REPORT_DAYS,
  });
  expect([await working.done(), made.status, Buffer.from(made.bytes.subarray(0, 5)).toString()]).toEqual([
    [],
    200,
    "%PDF-",
  ]);
});

test("a run keeps the figures as they were; a correction shows as what it adds beside them, and a run again has it", async () => {
  const { add, call, db, editions, plant, worked } = await kit();
  const { report } = (await add()).body;
  const { report_uid } = report;
  await call(makeReportEdition, { report_uid, ...REPORT_DAYS });
  expect(await worked()).toEqual([]);
  expect(await editions(report_uid)).toMatchObject([{ production_kwh: 1235.671, revised_kwh: 0 }]);
  await sql`update project_day set inverter_wh = inverter_wh + 3200
    where project_id = ${plant.project_id} and day = '2026-02-03'`.execute(db);
  const [revised] = await editions(report_uid);
  expect([revised?.production_kwh, revised?.revised_kwh]).toEqual([1235.671, 3.2]);
  await call(makeReportEdition, { report_uid, ...REPORT_DAYS, deliver: "me" });
  expect(await worked()).toEqual([]);
  expect(await editions(report_uid)).toMatchObject([
    { production_kwh: 1238.871, revised_kwh: 0, sent_to: 1 },
    { production_kwh: 1235.671, revised_kwh: 3.2, sent_to: 0 },
  ]);
});

const at = (iso: string) => new Date(iso);

test("what is due is asked for once by its local day, also by two at once; of times that were missed the last is made up for", async () => {
  const { add, db, editions, call } = await kit();
  const { report } = (
    await add({ schedule: "daily", period: "previous_day", send_on: { ...MONTHLY.send_on, time: "06:00" } })
  ).body;
  expect(await askDueReports(db, at("2026-02-04T22:59:59Z"))).toBe(0);
  const both = await Promise.all([1, 2].map(() => askDueReports(db, at("2026-02-04T23:00:00Z"))));
  expect(both.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await askDueReports(db, at("2026-02-10T00:00:00Z"))).toBe(1);
  const made = await editions(report.report_uid);
  expect(made.map(({ due_on, from_date, state }) => [due_on, from_date, state])).toEqual([
    ["2026-02-10", "2026-02-09", "queued"],
    ["2026-02-05", "2026-02-04", "queued"],
  ]);
  const { next } = (await call(reportDetails, { report_uid: report.report_uid })).body;
  expect(next).toEqual({ at: "2026-02-10T23:00:00.000Z", from_date: "2026-02-10", to_date: "2026-02-10" });
});

test("a report whose author may no longer see its project is not made any more", async () => {
  const { add, db, plant } = await kit();
  await add({ schedule: "daily", period: "previous_day" });
  await db.deleteFrom("project_member").where("account_id", "=", plant.account_id).execute();
  expect(await askDueReports(db, new Date("2026-02-05T00:00:00Z"))).toBe(0);
  const rows = await db.selectFrom("report").select("next_run_at").execute();
  expect(rows).toEqual([{ next_run_at: null }]);
});

test("templates of the product stay; blocks are saved as templates of the account's own, which no other account sees", async () => {
  const { add, call, db, plant } = await kit();
  await add();
  const blocks = blocksWith(["cover", "photos"]);
  const { template_uid } = (await call(addReportTemplate, { name: "Ảnh", blocks })).body;
  const list = (await call(reportTemplates, { project_uid: plant.project_uid })).body;
  expect(list.items.map(({ kind, name, reports }: Record<string, unknown>) => [kind, name, reports])).toEqual(
    [
      ["monthly", null, 1],
      ["weekly", null, 0],
      ["nze_proof", null, 0],
      ["esg", null, 0],
      ["own", "Ảnh", 0],
    ],
  );
  const stranger = await accountOn(db, { ...plant, role: "owner" });
  expect((await call(reportTemplates, {}, stranger.token)).body.total_items).toBe(4);
  expect((await call(removeReportTemplate, { template_uid }, stranger.token)).body.code).toBe(
    "template.not_found",
  );
  const ofProduct = await call(removeReportTemplate, { template_uid: MONTHLY.template_uid });
  expect([ofProduct.status, ofProduct.body.code]).toEqual([403, "template.of_product"]);
  const { report } = (await add({ template_uid })).body;
  expect(report.blocks).toEqual(blocks);
  expect((await call(removeReportTemplate, { template_uid })).body.message).toBe("Successful delete");
  const kept = (await call(reportDetails, { report_uid: report.report_uid })).body;
  expect([kept.template_uid, kept.blocks]).toEqual([null, blocks]);
  const projects = (await call(projectsByTemplate, { template_uid: MONTHLY.template_uid })).body;
  expect(projects.items).toEqual([
    {
      project_uid: plant.project_uid,
      project_ssoc_name: "Nhà máy Bao bì Nhơn Trạch",
      reports: 1,
      may_change: true,
      fits: true,
    },
  ]);
  const { template_uid: of } = MONTHLY;
  const byName = (await call(projectsByTemplate, { template_uid: of, keyword: "nha may bao BI" })).body;
  expect(byName.items).toEqual(projects.items);
  expect((await call(projectsByTemplate, { template_uid: of, keyword: "elsewhere" })).body).toEqual({
    items: [],
    total_items: 0,
  });
  const nze = (await call(projectsByTemplate, { template_uid: PRODUCT_TEMPLATES[2]?.template_uid })).body;
  expect(nze.items).toMatchObject([{ fits: false }]);
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a logo is a PNG or JPEG of 512 kB at most and stands in the PDF; one that cannot be read is left out of it", async () => {
  const { add, api, call, token, work } = await kit();
  const upload = (file: Uint8Array) => api(uploadReportLogo, { token, file });
  expect((await call(reportLogo)).status).toBe(404);
  expect((await upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).body.code).toBe(
    "file.type",
  );
  expect((await upload(Buffer.concat([PNG, Buffer.alloc(512 * 1024)]))).body.code).toBe("file.too_large");
  expect((await upload(PNG)).status).toBe(200);
  expect((await call(reportLogo)).bytes).toEqual(PNG);
  expect((await call(changeReportBrand, { colour: "red" })).status).toBe(400);
  await call(changeReportBrand, { colour: "#aa2200" });
  const brand = (await call(reportBrand)).body;
  expect([brand.colour, typeof brand.logo]).toEqual(["#aa2200", "string"]);
  const { report } = (await add()).body;
  const pdf = async () => {
    const working = work();
    const file = await call(generateReport, { report_uid: report.report_uid, ...REPORT_DAYS });
    expect(await working.done()).toEqual([]);
    return Buffer.from(file.bytes).toString("latin1");
  };
  expect(await pdf()).toContain("/Subtype /Image");
  await upload(PNG.subarray(0, 20));
  expect(await pdf()).not.toContain("/Subtype /Image");
  await call(removeReportLogo);
  expect((await call(reportBrand)).body.logo).toBeNull();
});
