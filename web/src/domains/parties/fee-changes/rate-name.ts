import { useCallback } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { registryName } from "@heliograph/contract/registry/ledger";
import { RATE_NAMES } from "../fees/FeeRates.tsx";
import type { Rate } from "./fee-change-state.ts";

/** Returns the function that names a rate: what is charged, where, of which fuel, and in what currency. */
export function useRateName(): (rate: Rate) => string {
  const t = useText();
  return useCallback(
    ({ code, fee_type, registry, fuel_group, currency }) => {
      const key = fee_type === "REDEEM_EXCHANGE" || fee_type === "SELF_REDEEM" ? RATE_NAMES[fee_type] : null;
      return t("parties.feeRateOf", {
        name: key === null ? code : t(key),
        registry: registryName(registry),
        fuel: t(fuel_group === "hydro" ? "parties.hydro" : "parties.otherFuels"),
        currency,
      });
    },
    [t],
  );
}
