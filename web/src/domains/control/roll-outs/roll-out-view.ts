// What the address of /roll-outs says: which roll-out is shown, or which version is to be rolled out.
import { useSearchParams } from "react-router";

/** The view that an address states; null: none was named. */
export const rollOutViewIn = (search: URLSearchParams) => ({
  rollOut: named(search, "roll_out"),
  version: named(search, "version"),
});

const named = (search: URLSearchParams, name: string) => {
  const value = search.get(name);
  return value === null || value === "" ? null : value;
};

/** The search of a roll-out's address. */
export const searchOf = (roll_out_uid: string): string =>
  `?${new URLSearchParams({ roll_out: roll_out_uid }).toString()}`;

/** The view in the address, and how to show another. */
export function useRollOutView() {
  const [search, setSearch] = useSearchParams();
  return {
    ...rollOutViewIn(search),
    show: (roll_out_uid: string) => setSearch({ roll_out: roll_out_uid }, { replace: true }),
    closeVersion: () => setSearch({}, { replace: true }),
  };
}
