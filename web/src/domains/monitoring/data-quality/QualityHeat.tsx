import {
  LayoutGrid,
  RotateCcw,
  Table2,
  TriangleAlert,
  Zap,
  Pencil,
  Gauge,
  type LucideIcon,
} from "lucide-react";
import { useMemo, useState } from "react";
import type { QualityKind } from "@heliograph/contract/monitoring/data-quality/quality-marks";
import { LOCALES } from "../../../ui/tokens/tokens.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { HeatStrip, HeatSwatch } from "../../../ui/heat-strip/HeatStrip.tsx";
import { HEAT_LOOKS, type HeatRow } from "../../../ui/heat-strip/heat-strip.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useWords } from "../words.ts";
import { cellText, columnText, headsOf, sharesOf, type Quality } from "./quality-content.ts";
import { columnAt } from "./quality-selection.ts";
import {
  QUALITY_SPANS,
  rangeOfSpan,
  qualitySpanOf,
  type QualitySpan,
  type QualityView,
} from "./quality-view.ts";
import { StripTable } from "./StripTable.tsx";
import { useQualityView } from "./use-quality-view.ts";
import styles from "./QualityHeat.module.css";

/** The signs of cells; silence and refusals are drawn by the cell itself. */
const SIGNS: Partial<Record<QualityKind, LucideIcon>> = {
  reset: RotateCcw,
  glitch: Zap,
  spike: Zap,
  power_above_rating: Gauge,
  correction: Pencil,
};
/** In the order of the legend; a jump has the sign of a glitch. */
const SIGNED = ["reset", "glitch", "power_above_rating", "correction"] as const;

interface Props {
  readonly quality: Quality;
  readonly view: QualityView;
  /** A cell was chosen: its device and a day of its column. */
  readonly onOpen: (device: string, day: string) => void;
}

/** What became of the time in which data were due, by device and day or week, as cells or as a table. */
export function QualityHeat({ quality, view, onOpen }: Props) {
  const words = useWords();
  const { text } = words;
  const [asTable, setAsTable] = useState(false);
  const byWeek = quality.columns.some(({ from, to }) => from !== to) && quality.columns.length > 1;
  const title = text(byWeek ? "quality.stripWeeks" : "quality.strip");
  return (
    <Panel
      title={title}
      extra={
        <>
          <SpanSwitch timezone={quality.timezone} />
          <Button
            size="small"
            icon={asTable ? <LayoutGrid size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
            aria-label={text(asTable ? "quality.asStrip" : "quality.asTable")}
            title={text(asTable ? "quality.asStrip" : "quality.asTable")}
            onClick={() => setAsTable(!asTable)}
          />
        </>
      }
    >
      {asTable ? (
        <StripTable quality={quality} label={title} />
      ) : (
        <Strip {...{ quality, view, onOpen }} label={title} />
      )}
    </Panel>
  );
}

function SpanSwitch({ timezone }: { timezone: string }) {
  const { text } = useWords();
  const { view, today, change } = useQualityView(timezone);
  const spans = Object.keys(QUALITY_SPANS) as QualitySpan[]; // the keys of a constant
  return (
    <Segmented<QualitySpan | "other">
      label={text("quality.spanOf")}
      value={qualitySpanOf(view, today) ?? "other"}
      options={spans.map((value) => ({ value, label: text(`quality.${value}`) }))}
      onChange={(span) => {
        if (span !== "other") change({ ...rangeOfSpan(span, today), device: null, day: null });
      }}
    />
  );
}

function Strip({ quality, view, onOpen, label }: Props & { label: string }) {
  const words = useWords();
  const { text, format } = words;
  const columns = useMemo(() => headsOf(quality, LOCALES[format.lang]), [quality, format.lang]);
  const rows = useMemo(() => rowsOf(quality, words), [quality, words]);
  const gateways = useMemo(
    () => new Map(quality.devices.map((device) => [device.device_uid, device.gateway_uid])),
    [quality],
  );
  const chosen = columnAt(quality, view.day);
  const open = (row: HeatRow, column: number) => {
    const own = quality.events.find(
      (event) =>
        event.column === column &&
        (event.device_uid === row.id ||
          (event.device_uid === null && event.gateway_uid === gateways.get(row.id))),
    );
    const day = own?.day ?? quality.columns[column]?.from;
    if (day !== undefined) onOpen(row.id, day);
  };
  return (
    <>
      <HeatStrip
        label={label}
        rowTitle={text("quality.column.device")}
        endTitle={text("quality.column.received")}
        columns={columns}
        rows={rows}
        isChosen={(row, column) =>
          column === chosen && (row.id === view.device || gateways.get(row.id) === view.device)
        }
        onOpen={open}
      />
      <Legend quality={quality} />
      <p className={styles.chosen} aria-live="polite">
        {chosen !== null && <Chosen {...{ quality, view, column: chosen }} />}
      </p>
    </>
  );
}

/** The chosen cell in words. */
function Chosen({ quality, view, column }: { quality: Quality; view: QualityView; column: number }) {
  const words = useWords();
  const device = quality.devices.find((one) => one.device_uid === view.device);
  return device === undefined
    ? columnText(quality, column, words)
    : cellText({ quality, device, column }, words);
}

function rowsOf(quality: Quality, words: ReturnType<typeof useWords>): HeatRow[] {
  const { text, format } = words;
  return quality.devices.map((device) => ({
    id: device.device_uid,
    name: device.name,
    mark: device.unrated && (
      <TriangleAlert size={14} role="img" aria-label={text("quality.unrated")} data-unrated="" />
    ),
    end: format.percent(device.received.value, 1),
    cells: quality.columns.map((_, column) => {
      const shares = sharesOf(device, column);
      const Sign = SIGNS[device.signs[column] ?? "gap"];
      return {
        shares,
        text: cellText({ quality, device, column }, words),
        ...(Sign === undefined ? {} : { sign: <Sign size={14} strokeWidth={2.2} aria-hidden /> }),
      };
    }),
  }));
}

/** The looks, and the signs that occur. */
function Legend({ quality }: { quality: Quality }) {
  const { text } = useWords();
  const there = new Set(quality.devices.flatMap(({ signs }) => signs));
  return (
    <ul className={styles.legend}>
      {HEAT_LOOKS.map((look) => (
        <li key={look}>
          <HeatSwatch look={look} />
          {text(`quality.part.${look}`)}
        </li>
      ))}
      {SIGNED.filter((kind) => there.has(kind) || (kind === "glitch" && there.has("spike"))).map((kind) => {
        const Sign = SIGNS[kind];
        return (
          <li key={kind}>
            {Sign !== undefined && <Sign size={14} strokeWidth={2.2} aria-hidden />}
            {text(`quality.kind.${kind}`)}
          </li>
        );
      })}
    </ul>
  );
}
