// What the menus hold. An entry is here once its screen exists.
import { Droplets, LayoutGrid, ListTree, type LucideIcon } from "lucide-react";
import { paths } from "../paths.ts";
import type { TextKey } from "../texts/vi.ts";

export interface Entry {
  readonly to: string;
  readonly label: TextKey;
  /** Where there is little room. */
  readonly short: TextKey;
  readonly icon: LucideIcon;
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

/** Entries of one project. */
export function projectEntries(uid: string): readonly Entry[] {
  return [{ to: paths.project(uid), label: "Overview", short: "Overview", icon: LayoutGrid }];
}

/** The query that every link of the menus carries on (M23): the search of the project list, and nothing else. */
export function carried(search: string): string {
  const term = new URLSearchParams(search).get("searchProject");
  return term === null || term === "" ? "" : `?${new URLSearchParams({ searchProject: term }).toString()}`;
}
