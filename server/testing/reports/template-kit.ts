// A plant with some days of known figures, a comment with a computed value and an event that are marked for reports.
import {
  addComment,
  addEvent,
  addReport,
  blocksWith,
  REPORT_BLOCKS,
  reportEditions,
  type Endpoint,
  type ReportBlock,
  type ReportEdition,
} from "@heliograph/contract";
import { sql } from "kysely";
import { refreshKeyFigures, refreshSummaries } from "../../src/domains/kpi/index.ts";
import { mailWork, noticesRoutes } from "../../src/domains/notices/index.ts";
import { reportsRoutes, reportsWork } from "../../src/domains/reports/index.ts";
import { PRODUCT_TEMPLATES } from "../../src/domains/reports/templates/product-templates.ts";
import { connect } from "../../src/platform/db.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { jobsDone, runner } from "../jobs-kit.ts";
import { mailsInFolder } from "../channels/mail-kit.ts";
import { NOON } from "../performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../vector-plant-kit.ts";

/** The days of the plant, the last of them with two hours of an outage. */
export const REPORT_DAYS = { from_date: "2026-02-01", to_date: "2026-02-03" } as const;

/** The plant of the test vectors with three days that are known, and what people noted of them. */
export async function reportPlant() {
  const made = await vectorPlant();
  const { db, plant, token } = made;
  await db.updateTable("project").set({ name: "Nhà máy Bao bì Nhơn Trạch", address: "Đồng Nai" }).execute();
  await vectorDay(made, "2026-02-01");
  await vectorDay(made, "2026-02-02", { held: true });
  await vectorDay(made, "2026-02-03", { down: [40, 41, 42, 43, 44, 45, 46, 47] });
  await knownUntil(db, made, "2026-02-04T00:00:00Z");
  for (const day of ["2026-02-01", "2026-02-02", "2026-02-03"]) {
    await sql`insert into project_kpi_day (project_id, day) values (${plant.project_id}, ${day}::date) on conflict do nothing`.execute(
      db,
    );
  }
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  for (let some = -1; some !== 0;) some = await refreshKeyFigures(db, NOON);
  await sql`insert into alarm (project_id, gateway_id, kind, severity, started_at, confirmed_at, ended_at, cause)
    values (${plant.project_id}, ${plant.gateway_id}, 'gateway_silent', 'critical', '2026-02-03T03:00:00Z', '2026-02-03T03:00:00Z', '2026-02-03T05:00:00Z', '{}')`.execute(
    db,
  );
  const notices = await apiOf(db, (serve) => noticesRoutes(serve, db, { now: () => NOON }));
  const { project_uid } = plant;
  await notices(addComment, {
    token,
    body: {
      project_uid,
      contents: "Mái đông đã rửa.\nTháng: {{inverter_production|month|2026-02}} #set text(red)",
      comment_date: "2026-02-02T03:00:00Z",
      show_in_report: true,
    },
  });
  await notices(addComment, {
    token,
    body: { project_uid, contents: "Không cho báo cáo", comment_date: "2026-02-02T04:00:00Z" },
  });
  await notices(addEvent, {
    token,
    body: {
      project_uid,
      contents: {
        name: "清洗组件",
        detail: "两次",
        category: "cleaning",
        start_date: "2026-02-02T02:00:00Z",
        event_time_type: "moment",
        show_in_report: true,
      },
    },
  });
  return made;
}

/** Every block, on and pinned, with all that it can show. */
export const EVERY_BLOCK: readonly ReportBlock[] = blocksWith(REPORT_BLOCKS).map((block) => ({
  ...block,
  ...(block.kind === "losses" || block.kind === "availability" ? { level: "inverter" as const } : {}),
  pinned: true,
})) as ReportBlock[]; // the kinds stay as they are

/** A monthly report in English for download; a test names what is to differ. */
export const MONTHLY = {
  title: "Monthly report",
  template_uid: PRODUCT_TEMPLATES[0]?.template_uid ?? "",
  lang: "en",
  delivery_method: "download",
  email_list: [] as readonly string[],
  schedule: "monthly",
  period: "previous_month",
  send_on: { time: "06:00", weekday: null, day: 1, date: null },
  from_date: null,
  to_date: null,
};

/** The plant with the calls of reports on a clock that the test sets, and the work on them. */
export async function reportScene(
  made: Awaited<ReturnType<typeof reportPlant>>,
  { waitMs }: { waitMs?: number } = {},
) {
  const { db, plant, token } = made;
  const { store: documents } = await freshStore();
  const { store: files } = await freshStore();
  const clock = { ms: NOON };
  const mails = { ...(await mailsInFolder()), documents };
  const api = await apiOf(db, (serve) => reportsRoutes(serve, db, documents, () => clock.ms, waitMs));
  const call = (e: Endpoint, given: object = {}, by = token) =>
    e.method === "GET" || e.method === "DELETE"
      ? api(e, { token: by, query: { ...given } })
      : api(e, { token: by, body: given });
  const work = () => {
    const pools = connect(made.url, 6);
    const jobs = runner(pools, [
      ...reportsWork({ documents, files, product: "Heliograph", now: () => clock.ms }),
      ...mailWork(mails),
    ]);
    return {
      done: async () => {
        await jobsDone(db);
        await jobs.stop();
        await pools.close();
        return jobs.failures;
      },
    };
  };
  return {
    ...made,
    /** The calls of the screens. */
    figures: made.api,
    api,
    call,
    clock,
    documents,
    files,
    outbox: mails.outbox,
    work,
    /** Works until nothing is left to do, and says what failed. */
    worked: () => work().done(),
    add: (more: object = {}, by = token) =>
      call(addReport, { ...MONTHLY, project_uid_list: [plant.project_uid], ...more }, by),
    editions: async (report_uid: string, by = token): Promise<ReportEdition[]> =>
      (await call(reportEditions, { report_uid }, by)).body.items,
  };
}
