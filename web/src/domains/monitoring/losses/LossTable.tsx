import type { LossWaterfall } from "@heliograph/contract/monitoring/losses";
import { ChevronDown, ChevronRight, CircleCheck } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import plain from "../../../ui/controls/PlainButton.module.css";
import { usePhone } from "../../../ui/layout/media.ts";
import { useWords } from "../words.ts";
import { LossBar, LOOKS, LossSwatch } from "./LossBar.tsx";
import { WATERFALL_ROWS, type WaterfallStep } from "./losses-view.ts";
import {
  equation,
  isHatched,
  rowName,
  rowNote,
  signed,
  type Waterfall,
  type WaterfallRow,
} from "./waterfall.ts";
import styles from "./LossTable.module.css";

interface TableProps {
  readonly answer: LossWaterfall;
  readonly waterfall: Waterfall;
  /** What is shown on a phone beside the name. */
  readonly unit: "kwh" | "vnd";
  readonly chosen: WaterfallStep | null;
  /** Undefined: rows cannot be opened, and neither parts nor VND are shown. */
  readonly onChoose?: ((step: WaterfallStep | null) => void) | undefined;
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The waterfall as table and chart in one: a row a step, each of them a button; arrow keys go from one to the next. */
export function LossTable({ answer, waterfall, unit, chosen, onChoose }: TableProps) {
  const words = useWords();
  const { text } = words;
  const table = useRef<HTMLTableElement>(null);
  const brief = onChoose === undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const buttons = [...(table.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
    const at = buttons.indexOf(event.target as HTMLElement);
    if (move === undefined || at === -1) return;
    event.preventDefault();
    buttons[at + move]?.focus();
  };
  const shared = { answer, waterfall, unit, chosen, onChoose };
  return (
    <>
      {/* The keys of its buttons arrive here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={table} className={styles.table} data-brief={brief ? "" : undefined} onKeyDown={onKeyDown}>
        <caption className={styles.caption}>{text("losses.title")}</caption>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {text("losses.step")}
            </th>
            <th scope="col" className={styles.number} data-unit="kwh">
              kWh
            </th>
            {!brief && (
              <th scope="col" className={styles.number} data-unit="vnd">
                VND
                {answer.vnd_per_kwh !== null && (
                  <span className={styles.price}>
                    {text("losses.price", { vnd: words.format.number(Number(answer.vnd_per_kwh), 0) })}
                  </span>
                )}
              </th>
            )}
            <th scope="col" className={styles.number} data-unit="share">
              {text("losses.ofSun")}
            </th>
          </tr>
        </thead>
        <tbody>
          {waterfall.rows.map((row) => (
            <LossRows key={row.key} row={row} {...shared} />
          ))}
        </tbody>
      </table>
      {waterfall.idle.length > 0 && <Idle steps={waterfall.idle} />}
      <p className={styles.sum} data-closes="">
        <CircleCheck size={16} aria-hidden />
        <span>
          <b>{text("losses.closes")}</b> {equation(waterfall, words)}
        </span>
      </p>
    </>
  );
}

/** A row, and under the residual and under zero export their parts. */
function LossRows({ row, ...shared }: TableProps & { row: WaterfallRow }) {
  const { waterfall, onChoose } = shared;
  const parts = row.key === "residual" ? waterfall.parts : row.key === "zero_export" ? waterfall.limits : [];
  return (
    <>
      <Line row={row} {...shared} />
      {onChoose !== undefined && parts.map((part) => <Line key={part.key} row={part} thin {...shared} />)}
    </>
  );
}

function Line({
  row,
  answer,
  waterfall,
  unit,
  chosen,
  onChoose,
  thin = false,
}: TableProps & { row: WaterfallRow; thin?: boolean }) {
  const words = useWords();
  const phone = usePhone();
  const step = WATERFALL_ROWS.find((one) => one === row.key);
  const isTotal = row.key === "base" || row.key === "measured";
  return (
    <tr
      data-row={row.key}
      data-total={isTotal ? "" : undefined}
      data-thin={thin ? "" : undefined}
      data-chosen={step !== undefined && step === chosen ? "" : undefined}
    >
      <th scope="row">
        <RowLabel row={row} answer={answer} thin={thin} step={step} chosen={chosen} onChoose={onChoose} />
      </th>
      <td className={styles.lane}>
        <LossBar row={row} axis={waterfall.axis} hatched={isHatched(answer)} thin={thin} />
      </td>
      {(!phone || unit === "kwh" || onChoose === undefined) && (
        <td className={styles.number} data-unit="kwh">
          {signed(row.kwh, 1, words)}
        </td>
      )}
      {onChoose !== undefined && (!phone || unit === "vnd") && (
        <td className={styles.number} data-unit="vnd">
          {signed(row.vnd, 0, words)}
        </td>
      )}
      <td className={styles.number} data-unit="share">
        {signed(100 * row.share, 1, words)} %
      </td>
    </tr>
  );
}

/** The name of a row with what is to be said of it; a step's is a button. */
function RowLabel({
  row,
  answer,
  thin,
  step,
  chosen,
  onChoose,
}: Pick<TableProps, "answer" | "chosen" | "onChoose"> & {
  row: WaterfallRow;
  thin: boolean;
  step: WaterfallStep | undefined;
}) {
  const words = useWords();
  const note = thin ? null : rowNote(row.key, answer, words);
  const label = (
    <>
      {!thin && <LossSwatch look={LOOKS[row.key]} />}
      <span>
        <span className={styles.name}>{rowName(row.key, answer, words)}</span>
        {note !== null && <span className={styles.note}>{note}</span>}
      </span>
    </>
  );
  if (step === undefined || onChoose === undefined) return <span className={styles.label}>{label}</span>;
  return (
    <button
      type="button"
      className={styles.label}
      data-step={step}
      aria-pressed={step === chosen}
      onClick={() => onChoose(step === chosen ? null : step)}
    >
      {label}
    </button>
  );
}

/** Steps without loss, folded. */
function Idle({ steps }: { steps: readonly WaterfallStep[] }) {
  const { text } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.idle}>
      <button type="button" className={plain.text} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <ChevronDown size={15} aria-hidden /> : <ChevronRight size={15} aria-hidden />}
        {text("losses.idle", { n: steps.length })}
      </button>
      {open && <span>{steps.map((step) => text(`losses.row.${step}`)).join(" · ")}</span>}
    </div>
  );
}
