import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { PV_COLUMNS, SWH_COLUMNS } from "./columns.tsx";
import { tableColumns } from "./list-columns.tsx";

/** A desktop of 1440 px without its scroll bar, the edges of the page and those of the card. */
const ROOM_PX = 1440 - 15 - 2 * 28 - 2;

test.each([
  ["photovoltaic projects", PV_COLUMNS],
  ["water heaters", SWH_COLUMNS],
])("all columns of the list of %s stand on a desktop of 1440 px without scrolling sideways", (_, columns) => {
  const widths = tableColumns(columns, { text: (key) => key, format: formatOf("vi") }).map(
    ({ width }) => width ?? NaN,
  );
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(ROOM_PX);
});
