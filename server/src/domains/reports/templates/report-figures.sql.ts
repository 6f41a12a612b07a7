// The figures of a report of one project, as the screens' own functions have them: what a run keeps as it was.
import {
  addDays,
  daysBetween,
  startOfDay,
  type Answer,
  type projectAlarms,
  type projectAvailability,
  type productionChart,
  type statisticsTotal,
  type Comment,
  type LossWaterfall,
  type ProjectEvent,
  type ReportBlock,
} from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { nzeOfProject } from "../../control/index.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { KPI_VERSION } from "../../kpi/index.ts";
import {
  alarmsOf,
  availabilityOf,
  explanationOf,
  lossesOf,
  overviewOf,
  productionOf,
  totalsOfRange,
} from "../../monitoring/index.ts";
import { alarmLosses, commentsOf, eventsOf, type AlarmLoss } from "../../notices/index.ts";

/** Most alarms, comments and events of a report; beyond them it names how many there are. */
const MOST_LISTED = 200;

type Range = { readonly from_date: string; readonly to_date: string };

type AlarmItem = Answer<typeof projectAlarms>["items"][number];
interface ListedAlarms {
  readonly total_items: number;
  /** `loss`: what it cost by the desk, whole; null: not counted, or part of another alarm's. */
  readonly items: readonly (AlarmItem & { readonly loss: AlarmLoss | null })[];
}

/** Of the project over the days; what no block needs is null. Null for comments and events: none is marked for reports. */
export interface ReportFigures extends Range {
  readonly project: {
    readonly project_uid: string;
    readonly name: string;
    readonly address: string;
    readonly capacity_kwp: number;
    readonly timezone: string;
    readonly type: "pv" | "swh";
  };
  /** ISO. */
  readonly as_of: string;
  /** Of the rules of key figures. */
  readonly version: number;
  readonly totals: Answer<typeof statisticsTotal>;
  /** %. */
  readonly performance_ratio: number | null;
  readonly availability: number | null;
  /** kWh that a water heater saved; null: it is none, or nothing is known. */
  readonly energy_saving: number | null;
  readonly production: Answer<typeof productionChart> | null;
  readonly losses: LossWaterfall | null;
  readonly availability_days: Answer<typeof projectAvailability> | null;
  readonly alarms: ListedAlarms | null;
  readonly comments: readonly Comment[] | null;
  readonly events: readonly ProjectEvent[] | null;
  readonly nze: Awaited<ReturnType<typeof nzeOfProject>> | null;
  readonly photos: readonly {
    readonly file_uid: string;
    readonly name: string;
    readonly size_bytes: number;
  }[];
}

const read = <R>(wanted: boolean, of: () => Promise<R>): Promise<R | null> =>
  wanted ? of() : Promise.resolve(null);

/** Reads the figures that the blocks need. Days that are not over are read as far as they are known. */
export async function reportFigures(
  tx: Tx,
  access: ProjectAccess,
  { blocks, range }: { blocks: readonly ReportBlock[]; range: Range },
  nowMs: number,
): Promise<ReportFigures> {
  const has = (...kinds: ReportBlock["kind"][]) => blocks.some(({ kind, on }) => on && kinds.includes(kind));
  const explained = async (kpi: "performance_ratio" | "availability" | "energy_saving") =>
    (await explanationOf(tx, access, { kpi, scope: "range", ...range }, nowMs)).value;
  const overview = await overviewOf(tx, access, nowMs);
  const { project_info: info, widget_project_info: files } = overview;
  const bounds = { from: range.from_date, to: range.to_date };
  return {
    ...range,
    project: {
      project_uid: access.project_uid,
      name: access.name,
      address: info.project_address,
      capacity_kwp: info.project_capacity_pv,
      timezone: access.timezone,
      type: access.project_type,
    },
    as_of: new Date(nowMs).toISOString(),
    version: KPI_VERSION,
    totals: await totalsOfRange(tx, access, range, nowMs),
    performance_ratio: await read(has("key_figures", "performance"), () => explained("performance_ratio")),
    availability: await read(has("key_figures", "availability"), () => explained("availability")),
    energy_saving: await read(access.project_type === "swh", () => explained("energy_saving")),
    production: await read(has("production", "performance", "table"), () =>
      productionOf(tx, access, { ...range, get_type: "day" }, nowMs),
    ),
    losses: await read(has("losses", "key_figures"), () => lossesOf(tx, access, range, nowMs)),
    availability_days: await read(has("availability", "table"), () =>
      availabilityOf(tx, access, daysBetween(range.from_date, range.to_date), nowMs),
    ),
    alarms: await read(has("alarms"), () => alarmsIn(tx, access, { blocks, range })),
    comments: await read(has("comments"), () => markedComments(tx, access, range)),
    events: await read(has("events"), () => markedEvents(tx, access, range)),
    nze: await read(has("nze"), () => nzeOfProject(tx, access, bounds)),
    photos: photosOf(blocks, files.project_public_files),
  };
}

/** The alarms that were open at a time of the days, newest first. */
async function alarmsIn(
  tx: Tx,
  access: ProjectAccess,
  { blocks, range }: { blocks: readonly ReportBlock[]; range: Range },
): Promise<ListedAlarms> {
  const block = blocks.find(({ kind }) => kind === "alarms");
  const open_only = block?.kind === "alarms" && block.state === "open";
  const since = new Date(startOfDay(access.timezone, range.from_date));
  const until = new Date(startOfDay(access.timezone, addDays(range.to_date, 1)));
  const found = await alarmsOf(tx, access, { open_only, since, until, page: 1, size: MOST_LISTED });
  const { items, total_items } = found;
  const losses = await alarmLosses(
    tx,
    items.map(({ alarm_uid }) => alarm_uid),
  );
  return {
    total_items,
    items: items
      .map((alarm) => ({ ...alarm, loss: losses.get(alarm.alarm_uid) ?? null }))
      .toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1)),
  };
}

const MARKED = { page: 1, page_size: MOST_LISTED, order_type: "asc", in_report: true } as const;

async function markedComments(tx: Tx, access: ProjectAccess, range: Range): Promise<readonly Comment[]> {
  return (await commentsOf(tx, access, { ...MARKED, ...range, order_by: "comment_date" })).items;
}

async function markedEvents(tx: Tx, access: ProjectAccess, range: Range): Promise<readonly ProjectEvent[]> {
  return (await eventsOf(tx, access, { ...MARKED, ...range, order_by: "start_date" })).items;
}

/** The newest photos, as many as the block shows. */
function photosOf(blocks: readonly ReportBlock[], all: ReportFigures["photos"]): ReportFigures["photos"] {
  const block = blocks.find(({ kind, on }) => kind === "photos" && on);
  return block?.kind === "photos"
    ? all.slice(0, block.most).map(({ file_uid, name, size_bytes }) => ({ file_uid, name, size_bytes }))
    : [];
}
