// What the page of the proof of supply asks the server, and what it checks of the answer itself.
import { headText } from "@heliograph/contract/registry/proofs/head";
import type { LogHead } from "@heliograph/contract/registry/proofs/log";
import { readSupply } from "@heliograph/contract/registry/proofs/supply";
import type { z } from "zod";
import { call } from "../../../platform/call.ts";
import { Refused } from "../../../platform/http.ts";
import { knownKeys } from "./ask-ledger.ts";
import { BROWSER_TOOLS } from "./check-tools.ts";

export type Supply = z.output<typeof readSupply.answer>;
type State = "passed" | "failed" | "not_made";

/** Steps of the check of the supply, in their order. */
export const SUPPLY_STEPS = ["signed", "sum", "energy", "checked"] as const;
export interface SupplySteps {
  readonly signed: State;
  readonly sum: Exclude<State, "not_made">;
  readonly energy: State;
  readonly checked: State;
}

/** What came of the question. */
export type FoundSupply =
  | {
      readonly kind: "checked";
      readonly supply: Supply;
      readonly steps: SupplySteps;
      /** ms since 1970. */
      readonly at: number;
    }
  | { readonly kind: "failed"; readonly message: string };

/** The check runs each night: one that is older than this does not count, ms. */
const CHECK_MS = 36 * 3_600_000;

/** The supply as the server states it, checked. */
export async function askSupply(): Promise<FoundSupply> {
  try {
    const supply = await call(readSupply, {});
    const at = Date.now();
    const steps: SupplySteps = {
      signed: await signedState(supply.head),
      sum: supply.rows.every(addsUp) ? "passed" : "failed",
      energy: energyState(supply),
      checked: checkedState(supply.check, at),
    };
    return { kind: "checked", supply, steps, at };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: "failed", message: error.message };
  }
}

const addsUp = ({ issued, active, retired, external, withdrawn }: Supply["rows"][number]): boolean =>
  issued === active + retired + external + withdrawn;

/** The energy of real rows together, Wh. */
export function energyOf(rows: Supply["rows"]) {
  const real = rows.filter(({ demonstration }) => !demonstration);
  const sum = (of: "metered_wh" | "declared_wh" | "certified_wh" | "debt_wh") =>
    real.reduce((all, row) => all + row[of], 0);
  return {
    metered: sum("metered_wh"),
    declared: sum("declared_wh"),
    certified: sum("certified_wh"),
    debt: sum("debt_wh"),
  };
}

/**
 * Whether no more was certified than was generated or is owed: over all years together, as one may pay for another (rule R33). Where rows are
 * left out that is not known.
 */
function energyState({ rows, too_few }: Supply): State {
  const { metered, declared, certified, debt } = energyOf(rows);
  if (certified <= metered + declared + debt) return "passed";
  return too_few ? "not_made" : "failed";
}

/** Whether a key of the log signed the head, by the same tools as statements are checked with. */
async function signedState(head: LogHead | null): Promise<State> {
  if (head === null) return "not_made";
  const key = (await knownKeys()).find(({ key_id, use }) => key_id === head.key_id && use === "log");
  if (key === undefined) return "not_made";
  const text = headText({ ...head, at: Date.parse(head.at) });
  return BROWSER_TOOLS.isSignedText(key.public_key, text, head.signature) ? "passed" : "failed";
}

function checkedState(check: Supply["check"], now: number): State {
  if (check === null) return "not_made";
  if (check.faults > 0) return "failed";
  return now - Date.parse(check.at) > CHECK_MS ? "not_made" : "passed";
}
