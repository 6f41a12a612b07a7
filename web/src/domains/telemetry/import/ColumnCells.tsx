// The cells of the table of a file's columns: what each column means, and the ways to say otherwise.
import type {
  ImportColumn,
  ImportDraft,
  ImportPreview,
  ImportWish,
} from "@heliograph/contract/telemetry/import/import-shapes";
import { unitsOf } from "@heliograph/contract/telemetry/import/import-units";
import { quantityNames, type Quantity } from "@heliograph/contract/telemetry/quantities";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { Words } from "../../../platform/words.ts";
import { Select } from "../../../ui/controls/Select.tsx";
import type { ColumnRow } from "./column-rows.ts";
import styles from "./ImportColumns.module.css";

/** What a person says of a column. */
export type ColumnWish = NonNullable<ImportWish["columns"][string]>;

/** The value of a choice that stands for nothing. */
const NONE = "-";

/** What the cells are made of. */
export interface Cells {
  readonly words: Words;
  readonly preview: ImportPreview;
  readonly draft: ImportDraft;
  readonly change: (name: string, entry: ColumnWish | null) => void;
  readonly unfold: (id: string) => void;
  /** Says what a stamp is. */
  readonly tell: (stamp: "start" | "end") => void;
}

/** The name of a quantity. */
export const quantityLabel = ({ text }: Words, quantity: Quantity) => {
  const key: TextKey = `quantity.${quantity}`;
  return text(key);
};

const entryOf = ({ quantity, unit, device, scale }: ImportColumn): ColumnWish | null =>
  quantity === null ? null : { quantity, unit: unit ?? "", device, ...(scale === 1 ? {} : { scale }) };

/** The device of a column. */
export function DeviceCell({ column, cells }: { column: ImportColumn; cells: Cells }) {
  const { words, draft, change } = cells;
  const { text } = words;
  const { role, device, name } = column;
  if (role === "stamp") return text("import.stampColumn");
  if (role === "device") return text("import.deviceColumn");
  const entry = entryOf(column);
  if (entry === null) return "–";
  if (device === null) return text("import.byRow");
  const known = draft.devices.some(({ serial }) => serial === device);
  const options = [
    ...(known ? [] : [{ value: device, label: text("import.newDevice", { name: device }) }]),
    ...draft.devices.map(({ serial, name: label }) => ({
      value: serial,
      label: label === serial ? serial : `${label} (${serial})`,
    })),
  ];
  return (
    <Select
      label={`${text("import.device")}: ${name}`}
      hideLabel
      className={styles.choice}
      options={options}
      value={device}
      onChange={(serial) => change(name, { ...entry, device: serial })}
    />
  );
}

/** What a column holds. */
export function QuantityCell({ column, cells }: { column: ImportColumn; cells: Cells }) {
  const { words, preview, draft, change } = cells;
  const { text } = words;
  const { role, quantity, name } = column;
  if (role === "stamp") {
    return preview.assumes === null ? "" : <StampChoice {...cells} stamp={preview.assumes.stamp} />;
  }
  if (role === "device") return text("import.serial");
  const byRow = preview.columns.some((other) => other.role === "device");
  const first = column.device ?? draft.devices[0]?.serial ?? "SITE-PV";
  const options = [
    { value: NONE, label: text("import.leftOut") },
    ...quantityNames.map((one) => ({ value: one, label: quantityLabel(words, one) })),
  ];
  const choose = (value: string) => {
    const chosen = quantityNames.find((one) => one === value);
    if (chosen === undefined) return change(name, null);
    const [unit = ""] = unitsOf(chosen).filter((one) => one === column.unit || name.includes(one));
    return change(name, {
      quantity: chosen,
      unit: unit === "" ? (unitsOf(chosen)[0] ?? "") : unit,
      device: byRow ? null : first,
    });
  };
  return (
    <span className={styles.guess}>
      <Select
        label={`${text("import.quantity")}: ${name}`}
        hideLabel
        className={styles.choice}
        options={options}
        value={quantity ?? NONE}
        onChange={choose}
      />
      {column.is_guess && <span className={styles.mark}>{text("import.guess")}</span>}
    </span>
  );
}

/** Whether stamps are the start or the end of their interval. */
function StampChoice({ words: { text }, stamp, tell }: Cells & { stamp: "start" | "end" }) {
  return (
    <Select
      label={text("import.stampColumn")}
      hideLabel
      className={styles.choice}
      options={[
        { value: "start", label: text("import.intervalStart") },
        { value: "end", label: text("import.intervalEnd") },
      ]}
      value={stamp}
      onChange={(value) => tell(value === "start" ? "start" : "end")}
    />
  );
}

/** The unit that a column is in. */
export function UnitCell({ column, cells }: { column: ImportColumn; cells: Cells }) {
  const { text } = cells.words;
  const entry = entryOf(column);
  if (entry === null) return "";
  const units = unitsOf(entry.quantity);
  if (units.length < 2) return entry.unit;
  const known = units.includes(entry.unit) ? units : [entry.unit, ...units];
  return (
    <Select
      label={`${text("import.unit")}: ${column.name}`}
      hideLabel
      className={styles.unit}
      options={known.map((unit) => ({ value: unit, label: unit }))}
      value={entry.unit}
      onChange={(unit) => cells.change(column.name, { ...entry, unit })}
    />
  );
}

const WHY = {
  no_quantity: "import.why.no_quantity",
  counter_counts: "import.why.counter_counts",
  person: "import.why.person",
} as const satisfies Record<string, TextKey>;

/** What stands in a column at noon of a bright day, or why it is left out. */
export function ValueCell({ row, words: { text, format } }: { row: ColumnRow; words: Words }) {
  if (row.kind === "folded") return text("import.columnsCount", { n: format.number(row.columns.length) });
  const { why, sample, role } = row.column;
  if (role === "left_out") return <span className={styles.why}>{why === null ? "" : text(WHY[why])}</span>;
  return role === "stamp" ? "" : (sample ?? "–");
}
