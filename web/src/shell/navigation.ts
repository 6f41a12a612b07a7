// What the menus hold. An entry is here once its screen exists.
import {
  ChartColumn,
  ChartSpline,
  Droplets,
  FolderOpen,
  LayoutGrid,
  LifeBuoy,
  ListTree,
  ShieldCheck,
  type LucideIcon,
} from "lucide-react";
import { paths } from "../paths.ts";
import type { TextKey } from "../texts/vi.ts";

export interface Entry {
  readonly to: string;
  readonly label: TextKey;
  /** Where there is little room. */
  readonly short: TextKey;
  readonly icon: LucideIcon;
  /** Not there yet for this project: it only says so (M29). */
  readonly updating?: boolean;
}

/** Entries of the portal; hot-water projects only for accounts that have some. */
export function portalEntries(withSwh: boolean): readonly Entry[] {
  const lists: Entry[] = [
    { to: paths.projects(), label: "Project list", short: "shell.projects", icon: ListTree },
  ];
  const swh: Entry = {
    to: paths.swhProjects(),
    label: "list.swhTitle",
    short: "shell.swhProjects",
    icon: Droplets,
  };
  return withSwh ? [...lists, swh] : lists;
}

/** Entries of one project. Of a hot-water project some are named and not there yet. */
export function projectEntries(uid: string, type: "pv" | "swh"): readonly Entry[] {
  const updating = type === "swh";
  return [
    { to: paths.project(uid), label: "Overview", short: "Overview", icon: LayoutGrid },
    { to: paths.statistics(uid), label: "Statistic", short: "Statistic", icon: ChartColumn, updating },
    { to: paths.chartTool(uid), label: "Chart", short: "Chart", icon: ChartSpline, updating },
    { to: paths.warranty(uid), label: "Warranty info", short: "shell.warranty", icon: ShieldCheck, updating },
    { to: paths.resources(uid), label: "Resources", short: "Resources", icon: FolderOpen, updating },
    { to: paths.support(uid), label: "Support", short: "Support", icon: LifeBuoy },
  ];
}

/** The query that every link of the menus carries on (M23): the search of the project list, and nothing else. */
export function carried(search: string): string {
  const term = new URLSearchParams(search).get("searchProject");
  return term === null || term === "" ? "" : `?${new URLSearchParams({ searchProject: term }).toString()}`;
}
