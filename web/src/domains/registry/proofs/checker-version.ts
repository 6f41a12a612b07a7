// Which checker this is: a hash over its sources, as the command line names it too, and the day of the build (rule R45).
import type { Text } from "./verdict.ts";

declare const STATEMENT_CHECKER_BUILD: { readonly hash: string; readonly built: string } | undefined;

/** Where nothing was built, as in tests, there is none. */
const CHECKER = typeof STATEMENT_CHECKER_BUILD === "undefined" ? null : STATEMENT_CHECKER_BUILD;

/** Characters of the hash that are shown; all of it stands in its title. */
const SHOWN = 16;

/** The checker in words, and its whole hash. */
export function checkerVersion(t: Text): { readonly text: string; readonly hash: string } {
  const { hash, built } = CHECKER ?? { hash: "", built: "" };
  return { text: t("verify.checkerVersion", { hash: hash.slice(0, SHOWN), date: built }), hash };
}
