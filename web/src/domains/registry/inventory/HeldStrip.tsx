import type { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { MISSING, useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { StatStrip } from "../../../ui/layout/StatStrip.tsx";

type Totals = Answer<typeof listInventory>["totals"];

/** What is held, by where it is; undefined: not known yet. */
export function HeldStrip({ totals }: { totals: Totals | undefined }) {
  const t = useText();
  const { number } = useFormat();
  const stat = (label: string, amount: number | undefined) => ({
    label,
    number: amount === undefined ? MISSING : number(amount, 0),
    unit: "MWh",
    known: amount !== undefined,
  });
  return (
    <StatStrip
      stats={[
        stat(t("inventory.available"), totals?.available),
        stat(t("inventory.onSale"), totals?.on_sale),
        stat(t("inventory.inSettlement"), totals?.in_settlement),
        stat(t("inventory.reservedFor"), totals === undefined ? undefined : totals.redemption_pending),
        stat(t("inventory.held"), totals?.total),
      ]}
    />
  );
}
