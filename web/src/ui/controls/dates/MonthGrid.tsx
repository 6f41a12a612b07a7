import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useKitWords } from "../../kit-words.ts";
import { LOCALES } from "../../tokens/tokens.ts";
import { Button } from "../Button.tsx";
import styles from "./Calendar.module.css";
import { isAllowed, type DayBounds } from "./days.ts";

/** Cells beside each other; a page has twelve. */
const ACROSS = 3;
const PAGE = 12;
const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -ACROSS,
  ArrowDown: ACROSS,
  PageUp: -PAGE,
  PageDown: PAGE,
};

interface MonthGridProps extends DayBounds {
  readonly part: "month" | "year";
  readonly today: string;
  readonly value: string | null;
  readonly onPick: (day: string) => void;
}

const dayOf = (part: "month" | "year", at: number) =>
  part === "year"
    ? `${String(at).padStart(4, "0")}-01-01`
    : `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}-01`;

/** Months and years counted on: a month by its number since year 0, a year by itself. */
const countOf = (part: "month" | "year", day: string) =>
  part === "year" ? Number(day.slice(0, 4)) : Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Twelve months of a year, or twelve years; arrow keys move, Page keys turn the page. */
export function MonthGrid({ part, today, value, onPick, ...bounds }: MonthGridProps) {
  const { lang } = useKitWords();
  const [at, setAt] = useState(() => countOf(part, value ?? today));
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus();
  }, [at]);
  const first = at - (at % PAGE);
  const chosen = value === null ? null : countOf(part, value);
  const months = new Intl.DateTimeFormat(LOCALES[lang], { month: "short", timeZone: "UTC" });
  const name = (day: string) =>
    part === "year" ? day.slice(0, 4) : months.format(Date.parse(`${day}T00:00:00Z`));
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setAt(at + move);
  };
  return (
    <div>
      <Head part={part} first={first} turn={(cells) => setAt(at + cells)} />
      {/* The keys of its cells arrive here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={grid} className={styles["cells"]} onKeyDown={onKeyDown}>
        {Array.from({ length: PAGE }, (_, index) => first + index).map((count) => {
          const day = dayOf(part, count);
          return (
            <button
              type="button"
              key={count}
              data-at={count}
              className={styles["cell"]}
              tabIndex={count === at ? 0 : -1}
              aria-pressed={count === chosen}
              disabled={!isAllowed(day, part, bounds)}
              onClick={() => onPick(day)}
            >
              {name(day)}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Which twelve they are, and the buttons to the twelve before and after. */
function Head(given: { part: "month" | "year"; first: number; turn: (cells: number) => void }) {
  const { part, first, turn } = given;
  const { word } = useKitWords();
  return (
    <div className={styles["head"]}>
      <Button
        type="bare"
        icon={<ChevronLeft size={16} aria-hidden />}
        aria-label={word("back")}
        onClick={() => turn(-PAGE)}
      />
      <span aria-live="polite">
        {part === "month" ? dayOf(part, first).slice(0, 4) : `${first} – ${first + PAGE - 1}`}
      </span>
      <Button
        type="bare"
        icon={<ChevronRight size={16} aria-hidden />}
        aria-label={word("forward")}
        onClick={() => turn(PAGE)}
      />
    </div>
  );
}
