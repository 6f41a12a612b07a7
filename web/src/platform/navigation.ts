// What the menus hold.
import {
  ArrowLeftRight,
  BellRing,
  ChartColumn,
  ChartSpline,
  ClipboardCheck,
  Cpu,
  Droplets,
  FileText,
  FolderOpen,
  Leaf,
  GalleryHorizontalEnd,
  LayoutGrid,
  LifeBuoy,
  ListTree,
  NotebookPen,
  ShieldCheck,
  SlidersHorizontal,
  type LucideIcon,
} from "lucide-react";
import { paths, patterns } from "../app/paths.ts";
import type { TextKey } from "../app/texts/keys.ts";

export interface Entry {
  readonly to: string;
  readonly label: TextKey;
  /** Where there is little room. */
  readonly short: TextKey;
  readonly icon: LucideIcon;
  /** Not there yet for this project: it only says so (M29). A function while that is not known: it finds out. */
  readonly updating?: boolean | (() => Promise<boolean>);
  /** What stands under it: it leads nowhere itself, and where there is no room for that, to the first of these. */
  readonly under?: readonly Entry[];
  /** True: the project's own menu has it too, and it is left out where both stand in one column. */
  readonly repeats?: boolean;
  /** True: the page that it leads to is another entry's, which is the one that is marked. */
  readonly borrowed?: boolean;
  /** True: among the few of a phone's bar. */
  readonly inBar?: boolean;
  /** Another page that belongs to it: there the entry is marked too. */
  readonly holds?: string;
}

/** Entries that belong together, and what they are called. */
export interface EntryGroup {
  readonly label: TextKey;
  readonly entries: readonly Entry[];
}

/** Which menu an account has, and where it is. */
interface MenuPlace {
  /** Hot-water projects are only there for accounts that have some. */
  readonly withSwh: boolean;
  /** The project of the page. */
  readonly project: string | undefined;
  /** True: its own menu stands beside this one. */
  readonly inProject: boolean;
  /** The project opened last in this tab; null: none yet. */
  readonly opened: string | null;
  /** The list of the type that was open last. */
  readonly list: string;
}

/** The menu of the portal in its two groups (M36, M37). Overview is the opened project, else the list. */
export function portalGroups(place: MenuPlace): readonly [EntryGroup, EntryGroup] {
  const { withSwh, project, inProject, opened, list } = place;
  const uid = project ?? opened;
  const overview: Entry = {
    to: uid === null ? list : paths.project(uid),
    label: "Overview",
    short: "Overview",
    icon: LayoutGrid,
    repeats: inProject,
    borrowed: uid === null,
  };
  const control: Entry = {
    to: paths.control(uid ?? undefined),
    label: "Control",
    short: "Control",
    icon: SlidersHorizontal,
    inBar: true,
    holds: patterns.compliance,
  };
  const portfolio: Entry = {
    to: paths.portfolioReport(),
    label: "Portfolio Report (PDF Report)",
    short: "Report",
    icon: FileText,
  };
  const report: Entry = { ...portfolio, label: "Report", under: [portfolio] };
  return [
    { label: "Project overview", entries: [overview, control, report] },
    { label: "Other", entries: otherEntries(withSwh) },
  ];
}

function otherEntries(withSwh: boolean): readonly Entry[] {
  const swh: Entry = {
    to: paths.swhProjects(),
    label: "list.swhTitle",
    short: "shell.swhProjects",
    icon: Droplets,
    inBar: true,
  };
  return [
    { to: paths.projects(), label: "Project list", short: "shell.projects", icon: ListTree, inBar: true },
    { to: paths.showcase(), label: "Showcase", short: "showcase.short", icon: GalleryHorizontalEnd },
    ...(withSwh ? [swh] : []),
    { to: paths.esgOfAll(), label: "esg.title", short: "esg.short", icon: Leaf },
    { to: paths.alarms(), label: "Alarms", short: "Alarms", icon: BellRing, inBar: true },
    { to: paths.rec(), label: "rec.title", short: "rec.short", icon: ArrowLeftRight },
  ];
}

type OfProject = "pv" | "swh";

/** Entries of one project. Of a hot-water project some are named and not there yet; `type` null: `find` is asked. */
export function projectEntries(
  uid: string,
  type: OfProject | null,
  find: () => Promise<OfProject>,
): readonly Entry[] {
  const updating = type === null ? async () => (await find()) === "swh" : type === "swh";
  return [
    { to: paths.project(uid), label: "Overview", short: "Overview", icon: LayoutGrid },
    {
      to: paths.statistics(uid),
      label: "Statistic",
      short: "Statistic",
      icon: ChartColumn,
      updating,
      holds: paths.losses(uid),
    },
    { to: paths.devices(uid), label: "List of devices", short: "deviceList.short", icon: Cpu, updating },
    { to: paths.chartTool(uid), label: "Chart", short: "Chart", icon: ChartSpline, updating },
    { to: paths.events(uid), label: "Events", short: "Events", icon: NotebookPen },
    { to: paths.report(uid), label: "Report", short: "Report", icon: FileText },
    { to: paths.dataQuality(uid), label: "quality.title", short: "quality.short", icon: ClipboardCheck },
    { to: paths.warranty(uid), label: "Warranty info", short: "shell.warranty", icon: ShieldCheck, updating },
    { to: paths.resources(uid), label: "Resources", short: "Resources", icon: FolderOpen, updating },
    // Water heaters displace heat, of which the product has no factor.
    ...(type !== "swh"
      ? [{ to: paths.esg(uid), label: "esg.title", short: "esg.short", icon: Leaf } as const]
      : []),
    { to: paths.support(uid), label: "Support", short: "Support", icon: LifeBuoy },
  ];
}

/** The query that every link of the menus carries on (M23): the search of the project list, and nothing else. */
export function carried(search: string): string {
  const term = new URLSearchParams(search).get("searchProject");
  return term === null || term === "" ? "" : `?${new URLSearchParams({ searchProject: term }).toString()}`;
}

/** The address of a link of the menus with what it carries on; both may have a query. */
export const withCarried = (to: string, carry: string): string =>
  to.includes("?") ? to + carry.replace("?", "&") : to + carry;
