import type { ShownStatus } from "@heliograph/contract/kernel/plant-status";
import type { DeviceRow } from "@heliograph/contract/monitoring/devices/device-list";
import { Download } from "lucide-react";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { csvText } from "@heliograph/contract/kernel/csv";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { STATUS_ORDER, STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { devicesTable } from "./device-csv.ts";
import { DEVICE_GROUPS, type DeviceView } from "./device-view.ts";
import { useWords } from "../words.ts";
import page from "../../../ui/layout/Page.module.css";
import styles from "./DeviceToolbar.module.css";

interface Props {
  readonly view: DeviceView;
  readonly change: (part: Partial<DeviceView>) => void;
  readonly counts: Readonly<Record<ShownStatus, number>>;
  /** What is shown, and saved. */
  readonly rows: readonly DeviceRow[];
  /** The project's. */
  readonly name: string;
}

const KINDS = DEVICE_GROUPS.filter((group) => group !== "others");

/** Search, filter by kind and status, export. */
export function DeviceToolbar({ view, change, counts, rows, name }: Props) {
  const words = useWords();
  const { text } = words;
  const save = () => {
    const { head, rows: cells } = devicesTable(rows, words);
    saveFile(fileName(`${name} ${text("List of devices")}`, "csv"), csvText(head, cells, words.format.lang));
  };
  return (
    <div className={page.toolbar}>
      <SearchField
        className={styles.find ?? ""}
        label={text("deviceList.search")}
        clearLabel={text("list.clearSearch")}
        value={view.find}
        onType={(find) => change({ find })}
      />
      <div className={styles.kinds}>
        <Segmented
          label={text("deviceList.groups")}
          value={view.group ?? "all"}
          onChange={(group) => change({ group: group === "all" ? null : group })}
          options={[
            { value: "all", label: text("deviceList.all") },
            ...KINDS.map((value) => ({ value, label: text(`deviceList.${value}`) })),
          ]}
        />
      </div>
      <span className={styles.space} />
      <Button
        icon={<Download size={16} aria-hidden />}
        aria-label={text("list.export")}
        title={text("list.export")}
        disabled={rows.length === 0}
        onClick={save}
      />
      <StatusChips view={view} change={change} counts={counts} />
    </div>
  );
}

function StatusChips({ view, change, counts }: Pick<Props, "view" | "change" | "counts">) {
  const { text, format } = useWords();
  const all = STATUS_ORDER.reduce((sum, status) => sum + counts[status], 0);
  const shown = STATUS_ORDER.filter((status) => counts[status] > 0 || view.status === status);
  return (
    <div className={styles.chips}>
      <FilterChips
        label={text("deviceList.status")}
        all={{ label: text("deviceList.all"), count: format.number(all) }}
        chips={shown.map((status) => ({
          key: status,
          label: text(STATUS_TEXTS[status]),
          count: format.number(counts[status]),
        }))}
        chosen={view.status}
        onChoose={(status) => change({ status })}
      />
    </div>
  );
}
