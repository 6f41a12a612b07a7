import { csvText } from "@heliograph/contract/kernel/csv";
import type { ListedRegisteredDevice } from "@heliograph/contract/registry/devices/registered-devices";
import { useQueryClient } from "@tanstack/react-query";
import { useActing } from "../../../../platform/rec/acting.ts";
import { fileName, saveFile } from "../../../../platform/save-file.ts";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { registeredDevicesQuery, type RegisteredView } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";

/** Returns the function that saves all devices that fit, on whatever page, with the columns of the table. */
export function useSavedDevices(view: RegisteredView, columns: readonly Column<ListedRegisteredDevice>[]) {
  const account = useActing();
  const queries = useQueryClient();
  const { text, format } = useDeviceWords();
  return async () => {
    const rows: ListedRegisteredDevice[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total_items } = await queries.fetchQuery(
        registeredDevicesQuery(account, { ...view, page }, 100),
      );
      rows.push(...items);
      if (rows.length >= total_items || items.length === 0) break;
    }
    const shown = columns.filter(({ hideLabel }) => hideLabel !== true);
    const cells = rows.map((row) =>
      shown.map(({ id, value }) =>
        id === "capacity_w" || id === "total_capacity" ? row.capacity_w / 1e6 : value(row),
      ),
    );
    saveFile(
      fileName(text("Devices"), "csv"),
      csvText(
        shown.map(({ label, unit }) => (unit === undefined ? label : `${label} (${unit})`)),
        cells,
        format.lang,
      ),
    );
  };
}
