import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { useState } from "react";
import { QualityMark } from "../data-quality/QualityMark.tsx";
import type { ListRow } from "./list-row.ts";

/** The mark of a project in a list: what was noted today and on the day before, of which the list shows figures. */
export function ListMark({ row }: { row: Pick<ListRow, "uid" | "timezone"> }) {
  const [openedMs] = useState(() => Date.now());
  const today = localDay(row.timezone, openedMs);
  return <QualityMark uid={row.uid} range={{ from: addDays(today, -1), to: today }} />;
}
