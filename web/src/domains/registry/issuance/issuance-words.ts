// Requests for certificates in words: states, checks, energies and days.
import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { useMemo } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useWords } from "../../../platform/words.ts";

type Check = IssuanceRecord["checks"][number];

/** Returns what says things of requests in the language of the page. */
export function useIssuanceWords() {
  const words = useWords();
  return useMemo(() => {
    const { text, format } = words;
    const key = (code: string) => code.replace("-", "_");
    return {
      ...words,
      /** What a state is called; the tables of the life cycle each have a text. */
      status: (status: string) => text(`iss.status.${status}` as TextKey),
      /** What a check found: why it stops or asks for a look, or that it passed. */
      check: ({ code, outcome, params }: Check, deadline: string | null) => {
        if (outcome === "passed" || outcome === "not_asked") {
          return text(`iss.passed.${key(code)}` as TextKey, { date: deadline ?? "" });
        }
        const part = partOf(code, params);
        const { n } = params;
        // A count has its form by its number; energies stay as the check writes them.
        const counted = n === undefined || code === "ISS-006" ? params : { ...params, n: Number(n) };
        return text(`iss.guard.${key(code)}${part}` as TextKey, counted);
      },
      /** Wh as MWh with three decimals, as balances are written. */
      mwh: (wh: number) => format.number(wh / 1e6, 3),
      /** Wh as kWh with two decimals; a dash where nothing is known. */
      kwh: (wh: number | null) => (wh === null ? text("iss.nothing") : format.number(wh / 1000, 2)),
    };
  }, [words]);
}

/** Of a check that says one thing or another: which of its texts. */
function partOf(code: string, { part, n = "0" }: Check["params"]): "" | "_month" | "_certified" {
  if (code === "ISS-002" && part === "month") return "_month";
  return code === "ISS-006" && Number(n) > 0 ? "_certified" : "";
}

export type IssuanceWords = ReturnType<typeof useIssuanceWords>;
