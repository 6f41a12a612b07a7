// The columns of the project lists: title, order on the server, what a cell shows and what an export writes.
import type { ProjectSort } from "@heliograph/contract/monitoring/portfolio";
import type { ReactNode } from "react";
import { kilo, MISSING, type Format } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import type { TextKey } from "../../../app/texts/keys.ts";
import { SeverityChip, StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import type { PrStatus } from "../../../ui/tokens/status-tokens.ts";
import type { CsvCell } from "@heliograph/contract/kernel/csv";
import styles from "./columns.module.css";
import { By, Figure, PowerBar, Silent, Since } from "./cells.tsx";
import type { CountedBy } from "../project-values.ts";
import type { ListRow } from "./list-row.ts";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

/** A column of a project list as it is stated: words are keys of texts. */
export interface ListColumn {
  readonly key: string;
  readonly title: TextKey;
  /** The title in full, where it is short for the sake of the width. */
  readonly hint?: TextKey;
  /** Beside the title; a key of ours or a unit as it is. */
  readonly unit?: string;
  readonly sort?: ProjectSort;
  readonly width: number;
  /** Numbers stand at the right. */
  readonly number: boolean;
  readonly show: (row: ListRow, format: Format) => ReactNode;
  /** The exact value, in the unit of the title; `word` says one that is a word. */
  readonly value: (row: ListRow, word: (key: TextKey) => string) => CsvCell;
}

const RATIO_TEXTS: Record<PrStatus, TextKey> = {
  normal: "list.prNormal",
  warning: "Warning",
  minor: "list.prMinor",
  major: "list.prMajor",
  critical: "list.prCritical",
};

/** A number column from a value of the row and its format. */
function numbers(
  stated: Pick<ListColumn, "key" | "title" | "width"> & Partial<Pick<ListColumn, "unit" | "sort" | "hint">>,
  value: (row: ListRow) => number | null,
  text: (value: number | null, format: Format) => string,
): ListColumn {
  return {
    ...stated,
    number: true,
    value,
    show: (row, format) => <Figure text={text(value(row), format)} />,
  };
}

const STATUS_COLUMN: ListColumn = {
  key: "status",
  title: "list.status",
  sort: "status",
  width: 148,
  number: false,
  value: (row, word) => word(STATUS_TEXTS[row.status]),
  show: (row) => <RowStatus row={row} />,
};

/** The status of a row as a tag. */
export function RowStatus({ row }: { row: ListRow }) {
  const t = useText();
  return <StatusTag status={row.status} label={t(STATUS_TEXTS[row.status])} small />;
}

/** The performance ratio of a row that its severity judges, named where it is the corrected one; a dash when it is not known. */
export function RowRatio({ row, format }: { row: ListRow; format: Format }) {
  const t = useText();
  if (row.ratio_percent === null) return <span className={styles.missing}>{MISSING}</span>;
  const text = format.percent(row.ratio_percent);
  return (
    <>
      {row.ratio_status === null ? (
        <b className={styles.ratio}>{text}</b>
      ) : (
        <SeverityChip text={text} severity={row.ratio_status} name={t(RATIO_TEXTS[row.ratio_status])} />
      )}
      {row.ratio_corrected && (
        <small className={styles.since} title={t("list.cprFull")}>
          {t("list.cpr")}
        </small>
      )}
    </>
  );
}

const relaysOf = (row: ListRow) => row.heater?.relays ?? [];

/** Each relay of a row's controllers with a dot that is filled where it is on. */
function RelayDots({ row }: { row: ListRow }) {
  const t = useText();
  const relays = relaysOf(row);
  if (relays.length === 0) return <span className={styles.missing}>{MISSING}</span>;
  return (
    <span className={styles.relays}>
      {relays.map(({ relay, on }, index) => (
        // Controllers may name their relays alike.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={`${relay} ${index}`} className={styles.relay} data-on={on ? "" : undefined}>
          <i aria-hidden />
          <span aria-hidden>{relay}</span>
          <VisuallyHidden>{t(on ? "list.relayOn" : "list.relayOff", { relay })}</VisuallyHidden>
        </span>
      ))}
    </span>
  );
}

function ActiveSchedule({ row }: { row: ListRow }) {
  const t = useText();
  return row.heater?.active_schedule ?? <span className={styles.missing}>{t("list.noSchedule")}</span>;
}

/** A column of totals: of one that is not of all time the cell says since when it is known. */
function totals(
  stated: Pick<ListColumn, "key" | "title" | "width" | "unit" | "sort"> & Pick<ListColumn, "hint">,
  of: (row: ListRow) => readonly [value: number | null, since: string | null],
): ListColumn {
  return {
    ...stated,
    number: true,
    value: (row) => of(row)[0],
    show: (row, format) => {
      const [value, since] = of(row);
      return (
        <>
          <Figure text={stated.unit === "list.tons" ? format.shortTons(value) : format.short(value)} />
          {value !== null && since !== null && <Since day={format.day(since)} />}
        </>
      );
    },
  };
}

/** A column of production: the cell says by which devices, and since when where that is not always. */
function produced(
  stated: Pick<ListColumn, "key" | "title" | "width" | "unit" | "sort">,
  text: (value: number | null, format: Format) => string,
  of: (row: ListRow) => readonly [value: number | null, by: CountedBy | null, since?: string | null],
): ListColumn {
  return {
    ...stated,
    number: true,
    value: (row) => of(row)[0],
    show: (row, format) => {
      const [value, by, since = null] = of(row);
      return (
        <>
          <Figure text={text(value, format)} />
          {by !== null && <By by={by} />}
          {value !== null && since !== null && <Since day={format.day(since)} />}
        </>
      );
    },
  };
}

const fixed = (digits: number) => (value: number | null, format: Format) => format.number(value, digits);

/** Columns of the pv list after the project itself, in their first order (§ pv list). */
export const PV_COLUMNS: readonly ListColumn[] = [
  STATUS_COLUMN,
  {
    key: "power",
    title: "list.power",
    unit: "kW",
    sort: "power",
    width: 152,
    number: true,
    value: (row) => kilo(row.power_w),
    show: (row, format) => (
      <div className={styles.power}>
        {row.power_silent === null ? <PowerBar row={row} /> : <Silent of={row.power_silent} />}
        <b>
          <Figure text={format.powerKw(row.power_w)} />
        </b>
      </div>
    ),
  },
  numbers(
    { key: "capacity", title: "list.capacity", unit: "kWp", sort: "capacity", width: 122 },
    (row) => row.capacity_kwp,
    fixed(1),
  ),
  produced({ key: "today", title: "list.today", unit: "kWh", sort: "today", width: 122 }, fixed(0), (row) => [
    row.today_kwh,
    row.today_by,
  ]),
  produced(
    { key: "total", title: "list.totalShort", unit: "kWh", sort: "total", width: 116 },
    (value, format) => format.short(value),
    (row) => [row.total_kwh, row.total_by, row.total_since],
  ),
  {
    key: "performance_ratio",
    title: "list.pr",
    hint: "list.prFull",
    sort: "performance_ratio",
    width: 100,
    number: true,
    value: (row) => row.ratio_percent,
    show: (row, format) => <RowRatio row={row} format={format} />,
  },
  numbers(
    { key: "irradiance", title: "list.radiation", unit: "W/m²", sort: "irradiance", width: 132 },
    (row) => row.irradiance_w_m2,
    fixed(0),
  ),
  numbers(
    {
      key: "module_temperature",
      title: "list.panelTemp",
      hint: "list.panelTempFull",
      unit: "°C",
      sort: "module_temperature",
      width: 136,
    },
    (row) => row.module_temperature_c,
    fixed(1),
  ),
  totals(
    { key: "co2", title: "list.co2Column", hint: "list.co2", unit: "list.tons", sort: "co2", width: 114 },
    (row) => [row.co2_t, row.co2_since],
  ),
];

/** Columns of the swh list after the project itself. */
export const SWH_COLUMNS: readonly ListColumn[] = [
  STATUS_COLUMN,
  numbers(
    {
      key: "tank",
      title: "heater.name.tank_temperature",
      hint: "list.tankTemp",
      unit: "°C",
      sort: "tank_temperature",
      width: 104,
    },
    (row) => row.heater?.tank_temperature_c ?? null,
    fixed(1),
  ),
  numbers(
    {
      key: "ambient",
      title: "heater.name.ambient_temperature",
      hint: "list.ambientTemp",
      unit: "°C",
      sort: "ambient_temperature",
      width: 132,
    },
    (row) => row.heater?.ambient_temperature_c ?? null,
    fixed(1),
  ),
  totals(
    { key: "energy", title: "list.energySaving", unit: "kWh", sort: "energy_saving", width: 160 },
    (row) => [row.heater?.saved_kwh ?? null, row.heater?.saved_since ?? null],
  ),
  totals({ key: "cost", title: "list.saved", unit: "VND", sort: "cost_saving", width: 168 }, (row) => [
    row.cost_saving_vnd,
    row.saving_since,
  ]),
  {
    key: "relays",
    title: "list.relays",
    width: 124,
    number: false,
    value: (row) =>
      relaysOf(row)
        .map(({ relay, on }) => `${relay} ${on ? 1 : 0}`)
        .join(", ") || null,
    show: (row) => <RelayDots row={row} />,
  },
  {
    key: "schedule",
    title: "list.schedule",
    width: 140,
    number: false,
    value: (row) => row.heater?.active_schedule ?? null,
    show: (row) => <ActiveSchedule row={row} />,
  },
  {
    key: "last",
    title: "list.lastData",
    width: 166,
    number: true,
    value: (row) => (row.last_reading_ms === null ? null : new Date(row.last_reading_ms).toISOString()),
    show: (row, format) => <Figure text={format.dateTime(row.last_reading_ms, row.timezone)} />,
  },
];
