import { GMT8, plainGmt8Minute } from "@heliograph/contract/kernel/gmt8";
import type { NextStep } from "@heliograph/contract/parties/records";
import { useMemo } from "react";
import { useText } from "../../platform/i18n.tsx";
import type { Column } from "../../ui/data-table/columns.ts";

/** The column of a list of records that says who acts next, until when; of the other party too, where there are two. */
export function useNextColumn<Row extends { readonly next: NextStep | null }>(): Column<Row> {
  const t = useText();
  return useMemo(
    () => ({
      id: "next",
      label: t("registry.nextHead"),
      unit: GMT8,
      value: ({ next }) => {
        if (next === null) return null;
        const who = t(next.is_you ? "registry.nextYou" : `registry.next_${next.of ?? next.by}`);
        return next.until === null
          ? who
          : `${who}, ${t("registry.nextUntil", { date: plainGmt8Minute(next.until) })}`;
      },
    }),
    [t],
  );
}

/** Whether a record waits for whoever looks. */
export const isYours = ({ next }: { readonly next: NextStep | null }): boolean => next?.is_you === true;
