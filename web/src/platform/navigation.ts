// What the menus hold. An entry is here once its screen exists.
import {
  ChartColumn,
  ChartSpline,
  ClipboardCheck,
  Cpu,
  Droplets,
  FolderOpen,
  Leaf,
  GalleryHorizontalEnd,
  LayoutGrid,
  LifeBuoy,
  ListTree,
  ShieldCheck,
  SlidersHorizontal,
  type LucideIcon,
} from "lucide-react";
import { paths } from "../app/paths.ts";
import type { TextKey } from "../app/texts/keys.ts";

export interface Entry {
  readonly to: string;
  readonly label: TextKey;
  /** Where there is little room. */
  readonly short: TextKey;
  readonly icon: LucideIcon;
  /** Not there yet for this project: it only says so (M29). A function while that is not known: it finds out. */
  readonly updating?: boolean | (() => Promise<boolean>);
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
  const control: Entry = { to: paths.control(), label: "Control", short: "Control", icon: SlidersHorizontal };
  const environment: Entry = { to: paths.esgOfAll(), label: "esg.title", short: "esg.short", icon: Leaf };
  const showcase: Entry = {
    to: paths.showcase(),
    label: "Showcase",
    short: "showcase.short",
    icon: GalleryHorizontalEnd,
  };
  return [...lists, ...(withSwh ? [swh] : []), control, environment, showcase];
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
    { to: paths.statistics(uid), label: "Statistic", short: "Statistic", icon: ChartColumn, updating },
    { to: paths.devices(uid), label: "List of devices", short: "deviceList.short", icon: Cpu, updating },
    { to: paths.chartTool(uid), label: "Chart", short: "Chart", icon: ChartSpline, updating },
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
