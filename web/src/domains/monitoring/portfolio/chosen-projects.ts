// Projects that are chosen in the list for a report, on whichever of its pages.
import { useMemo, useState } from "react";
import type { ListRow } from "./list-row.ts";

/** What is chosen, and how it is changed. */
export interface ChosenProjects {
  /** Whether rows can be chosen: from `begin` to `end`, which forgets what was chosen. */
  readonly choosing: boolean;
  readonly begin: () => void;
  readonly end: () => void;
  readonly ids: ReadonlySet<string>;
  /** In the order in which they were chosen. */
  readonly projects: readonly { readonly project_uid: string; readonly name: string }[];
  readonly choose: (ids: ReadonlySet<string>) => void;
}

/** The names of what is chosen by its uid; null: nothing can be chosen. */
type Names = ReadonlyMap<string, string> | null;

/** Minds which projects are chosen; `rows` are those of the page, which are called as they are there. */
export function useChosenProjects(rows: readonly ListRow[]): ChosenProjects {
  const [names, setNames] = useState<Names>(null);
  return useMemo(
    () => ({
      choosing: names !== null,
      begin: () => setNames((before) => before ?? new Map()),
      end: () => setNames(null),
      ids: new Set(names?.keys()),
      projects: [...(names ?? [])].map(([project_uid, name]) => ({ project_uid, name })),
      choose: (ids) => {
        const here = new Map(rows.map(({ uid, name }) => [uid, name]));
        setNames(new Map([...ids].map((uid) => [uid, here.get(uid) ?? names?.get(uid) ?? ""])));
      },
    }),
    [names, rows],
  );
}
