import { makePortfolioReport, projectReport, reportProjects, statisticsSeries } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { portfolio } from "../../../../testing/reports/report-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

test("each project answers its bins by days and months, with what has accumulated since the first of the month", async () => {
  const { rows, one } = await portfolio();
  const [first, second] = await rows();
  expect(first?.project_uid).toBe(one.project_uid);
  expect(first?.project_data).toEqual([
    {
      calculate_day: "2026-02",
      binsize_data: [
        {
          binsize: "2026-02-02",
          record: {
            inverter_production: 1.234,
            inverter_accumulation: 4.234,
            metter_production: 1.001,
            metter_accumulation: 3.901,
            pr_data: null,
            gateway_status: "Active",
          },
        },
        {
          binsize: "2026-02-03",
          record: expect.objectContaining({ inverter_accumulation: 5.934, metter_accumulation: 5.401 }),
        },
      ],
    },
  ]);
  expect(second?.timezone).toBe("America/New_York");
  expect(second?.project_data[0]?.binsize_data.map(({ record }) => record.gateway_status)).toEqual([
    "Active",
    "Inactive",
  ]);
});

test("by quarter hours each day is a tab of the hours by the plant's clock, and the last says what the day says", async () => {
  const { rows, one } = await portfolio();
  const [only] = await rows({
    project_uid: [one.project_uid],
    binsize: "15_minutes",
    from_date: "2026-02-03",
  });
  const [tab] = only?.project_data ?? [];
  expect([only?.project_data.length, tab?.calculate_day, tab?.binsize_data.length]).toEqual([
    1,
    "2026-02-03",
    96,
  ]);
  const at = tab?.binsize_data.find(({ binsize }) => binsize === "09:15-09:30")?.record;
  expect(at).toMatchObject({
    inverter_production: 0.6,
    inverter_accumulation: 5.934,
    metter_accumulation: 5.401,
  });
  expect(tab?.binsize_data.at(-1)?.record).toMatchObject({
    inverter_production: null,
    inverter_accumulation: 5.934,
    gateway_status: "Inactive",
    pr_data: null,
  });
});

test("what has not begun is not in a report, and bins of a month are whole months up to today", async () => {
  const { rows, one } = await portfolio();
  const today = {
    project_uid: [one.project_uid],
    binsize: "1_hours",
    from_date: "2026-02-04",
    to_date: "2026-02-04",
  };
  expect((await rows(today))[0]?.project_data[0]?.binsize_data.at(-1)?.binsize).toBe("12:00-13:00");
  const [months] = await rows({
    project_uid: [one.project_uid],
    binsize: "1_months",
    from_date: "2026-01-31",
  });
  expect(months?.project_data).toEqual([
    {
      calculate_day: "2026-01/2026-02",
      binsize_data: [
        {
          binsize: "2026-01",
          record: expect.objectContaining({ inverter_production: 9, inverter_accumulation: 9 }),
        },
        { binsize: "2026-02", record: expect.objectContaining({ inverter_production: 5.934 }) },
      ],
    },
  ]);
});

test("a report and the statistics say the same of the same bins", async () => {
  const { api, token, rows, one } = await portfolio();
  for (const binsize of ["15_minutes", "30_minutes", "1_hours", "1_days", "1_months"]) {
    const range = { from_date: "2026-02-01", to_date: "2026-02-03", binsize };
    const { body } = await api(statisticsSeries, {
      token,
      query: { ...range, project_uid: one.project_uid },
    });
    const [report] = await rows({ ...range, project_uid: [one.project_uid] });
    const records = (report?.project_data ?? []).flatMap(({ binsize_data }) =>
      binsize_data.map(({ record }) => record),
    );
    expect(records.map((record) => record.inverter_production)).toEqual(body.inverter_production);
    expect(records.map((record) => record.metter_production)).toEqual(body.metter_production);
  }
});

test.each([
  ["M177", { from_date: "" }, "body.from_date", "Please select a start date"],
  ["M177", { to_date: "" }, "body.to_date", "Please select an end date"],
  ["M177", { binsize: "year" }, "body.binsize", "Please select binsize"],
  ["M177", { project_uid: [] }, "body.project_uid", "Please select a project"],
  ["M177", { from_date: "2026-02-04" }, "body.from_date", "Start date cannot be after end date"],
  ["M177", { from_date: "2026-02-04" }, "body.to_date", "End date cannot be before start date"],
  [
    "M179",
    { binsize: "15_minutes", from_date: "2026-01-03" },
    "body.to_date",
    "The selected binsize allows a maximum of 31 days",
  ],
  [
    "M179",
    { binsize: "30_minutes", from_date: "2026-01-03" },
    "body.to_date",
    "The selected binsize allows a maximum of 31 days",
  ],
  [
    "M179",
    { binsize: "1_hours", from_date: "2025-12-20" },
    "body.to_date",
    "The selected binsize allows a maximum of 45 days",
  ],
  ["M177", { from_date: "2024-12-30" }, "body.to_date", "The selected binsize allows a maximum of 400 days"],
  [
    "M179",
    { binsize: "1_months", from_date: "2023-11-25" },
    "body.to_date",
    "The selected binsize allows a maximum of 800 days",
  ],
  [
    "M179",
    { binsize: "1_months", from_date: "2023-11-30" },
    "body.to_date",
    "The selected binsize allows a maximum of 800 days",
  ],
  ["M177", { to_date: "2026-02-06" }, "body.to_date", "End time must be < current time"],
])("%s: %j is refused by its field", async (_line, more, field, message) => {
  const { api, token, body } = await portfolio();
  for (const call of [projectReport, makePortfolioReport]) {
    const told = await api(call, { token, body: { ...body, ...more } });
    expect([told.status, told.body.fields?.[field]]).toEqual([400, message]);
  }
});

test("a project that is not the caller's refuses the whole report, as one that is not there does", async () => {
  const { api, db, one, body } = await portfolio();
  const { token } = await accountOn(db, { project_id: one.project_id, role: "read_only" });
  for (const call of [projectReport, makePortfolioReport]) {
    const told = await api(call, { token, body });
    expect([told.status, told.body.code]).toEqual([404, "project.not_found"]);
    // Whoever may only look may have a report of it.
    expect((await api(call, { token, body: { ...body, project_uid: [one.project_uid] } })).status).toBe(200);
  }
});

test("one call answers so many rows and no more; a spreadsheet has no such limit", async () => {
  const { api, db, one, token } = await portfolio();
  const uids: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { project_id, project_uid } = await scene(db);
    await db
      .insertInto("project_member")
      .values({ project_id, account_id: one.account_id, role: "owner" })
      .execute();
    uids.push(project_uid);
  }
  const body = { project_uid: uids, from_date: "2026-01-04", to_date: "2026-02-03", binsize: "15_minutes" };
  const told = await api(projectReport, { token, body });
  expect([told.status, told.body.code]).toEqual([400, "report.too_long"]);
  expect((await api(makePortfolioReport, { token, body })).status).toBe(200);
});

test("the picker is offered every project of the caller, with the gateways and devices that a report needs (M91)", async () => {
  const { api, db, one, other, token } = await portfolio();
  await db.deleteFrom("device").where("project_id", "=", other.project_id).execute();
  const { body } = await api(reportProjects, { token });
  expect(body.items).toEqual([
    expect.objectContaining({ project_uid: one.project_uid, gateways: 1, devices: 2 }),
    expect.objectContaining({ project_uid: other.project_uid, name: "Roof 2", gateways: 1, devices: 0 }),
  ]);
});
