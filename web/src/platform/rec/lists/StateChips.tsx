import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { useFormat } from "../../format.ts";
import type { PagedRows } from "./use-paged-list.ts";

/** The states that a list can be narrowed to, each with how many it has. */
export function StateChips<Tab extends string>(given: {
  label: string;
  /** What stands for all states. */
  all: string;
  states: readonly Tab[];
  nameOf: (state: Tab) => string;
  list: PagedRows<object, { readonly tab: Tab | null; readonly showTab: (tab: Tab | null) => void }>;
}) {
  const { label, all, states, nameOf, list } = given;
  const { counts, view } = list;
  const { number } = useFormat();
  const count = (key: string) => (counts === undefined ? null : number(counts[key] ?? 0));
  return (
    <FilterChips
      label={label}
      all={{ label: all, count: count("all") }}
      chips={states.map((key) => ({ key, label: nameOf(key), count: count(key) }))}
      chosen={view.tab}
      onChoose={view.showTab}
    />
  );
}
