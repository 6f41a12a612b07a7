// What the address of /control says: which project, and which of its commands.
import { useMemo } from "react";
import { useSearchParams } from "react-router";

/** What is shown. Null: none was chosen. */
interface ControlView {
  readonly project: string | null;
  /** The command whose life is shown. */
  readonly command: string | null;
}

/** The view that an address states. */
export const controlViewIn = (search: URLSearchParams): ControlView => ({
  project: named(search, "project"),
  command: named(search, "command"),
});

const named = (search: URLSearchParams, name: string) => {
  const value = search.get(name);
  return value === null || value === "" ? null : value;
};

/** The view in the address, and how to choose a project or a command; what else the address says of the page goes with another project. */
export function useControlView() {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => controlViewIn(search), [search]);
  const open = (project: string) => setSearch({ project });
  const show = (command: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (command === null) next.delete("command");
        else next.set("command", command);
        return next;
      },
      { preventScrollReset: true },
    );
  return { view, search, open, show };
}
