import { Building2, Trees } from "lucide-react";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useCountUp } from "../../../ui/layout/count-up.ts";
import styles from "./EsgFigures.module.css";
import { SideArt, TileArt } from "./EsgArt.tsx";
import { provisionalYears, sourceOf, tilesOf, type Esg, type EsgGroup, type Tile } from "./esg-tiles.ts";
import { ESG_SIDES, type EsgSide } from "./esg-view.ts";
import { tonsDigits } from "../../../platform/format.ts";
import { useWords } from "../../../platform/words.ts";
import { kindOf } from "../project-values.ts";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

const SIDE_ICONS = { nature: Trees, urban: Building2 };

/** Nature or urban (M60). */
export function SideSwitch(given: { side: EsgSide; onSide: (side: EsgSide) => void }) {
  const { text } = useWords();
  return (
    <div className={styles.sides}>
      <Segmented
        size="large"
        label={text("esg.side")}
        value={given.side}
        options={ESG_SIDES.map((value) => {
          const Icon = SIDE_ICONS[value];
          const label = (
            <span className={styles.side}>
              <Icon size={17} aria-hidden />
              {text(`esg.${value}`)}
            </span>
          );
          return { value, label };
        })}
        onChange={given.onSide}
      />
    </div>
  );
}

/** A number that counts up to what it is; screen readers hear only that. */
function Counted({ value, digits }: { value: number | null; digits: number }) {
  const { format } = useWords();
  const shown = useCountUp(value);
  return (
    <span className={styles.number} data-figure data-missing={value === null ? "" : undefined}>
      <span aria-hidden>{format.number(shown, digits)}</span>
      <VisuallyHidden>{format.number(value, digits)}</VisuallyHidden>
    </span>
  );
}

/** CO2 avoided, from which energy, and by which source. `answer` undefined: on its way. */
export function EsgHero({ answer, side }: { answer: Esg | undefined; side: EsgSide }) {
  const words = useWords();
  const { text, format } = words;
  const years = answer === undefined ? [] : provisionalYears(answer);
  const produced = answer?.production.counted.value ?? null;
  const saved = answer?.energy_saving.value ?? null;
  const known = produced !== null || saved !== null;
  const kinds = answer?.production;
  const by = kinds === undefined ? null : kindOf(produced, kinds.metter.value, kinds.inverter.value);
  return (
    <div className={styles.hero}>
      <div className={styles.summary}>
        <h2>{text("esg.avoided")}</h2>
        {answer === undefined ? (
          <Skeleton width={260} height={52} />
        ) : (
          <p className={styles.total}>
            <Counted
              value={answer.co2_reduction.co2_reduction.value}
              digits={tonsDigits(answer.co2_reduction.co2_reduction.value)}
            />{" "}
            <span className={styles.unit}>{text("esg.tons")}</span>
          </p>
        )}
        <p className={styles.note}>
          {answer === undefined
            ? "\u00A0"
            : known
              ? [
                  ...(produced === null ? [] : [text("esg.produced", { n: format.number(produced) })]),
                  ...(by === null ? [] : [text(`by.${by}`)]),
                  ...(saved === null ? [] : [text("esg.saved", { n: format.number(saved) })]),
                ].join(" · ")
              : text("esg.none")}
          <SourceTag source={answer === undefined ? null : sourceOf(answer, words)} />
        </p>
        {known && answer !== undefined && answer.projects.unknown > 0 && (
          <p className={styles.note}>{text("esg.unknown", { n: format.number(answer.projects.unknown) })}</p>
        )}
        {answer?.opening !== undefined && answer.opening !== null && <Opening opening={answer.opening} />}
        {years.length > 0 && (
          <p className={styles.note}>{text("esg.provisional", { years: years.join(", ") })}</p>
        )}
      </div>
      <SideArt side={side} />
    </div>
  );
}

/** What of a lifetime lies before the first readings, and what of that is not known. */
function Opening({ opening }: { opening: NonNullable<Esg["opening"]> }) {
  const { text, format } = useWords();
  const {
    production,
    co2_reduction: co2,
    undated_projects: undated,
    partly_known_projects: partly,
  } = opening;
  const parts = [
    ...((production.value ?? 0) > 0
      ? [
          text("esg.opening", {
            n: `${format.number(production.value)} kWh, ${format.allTons(co2.value)} ${text("esg.tons")}`,
          }),
        ]
      : []),
    ...(undated > 0 ? [text("esg.undated", { n: format.number(undated) })] : []),
    ...(partly > 0 ? [text("esg.partly", { n: format.number(partly) })] : []),
  ];
  return parts.length === 0 ? null : <p className={styles.note}>{parts.join(" · ")}</p>;
}

function SourceTag({ source }: { source: string | null }) {
  const { text } = useWords();
  return source === null ? null : (
    <span className={styles.source} title={text("esg.source", { source })}>
      {source}
    </span>
  );
}

/** The tiles of a group. Keyed by the group they count up anew when it changes. */
export function EsgTiles({
  group,
  answer,
  label,
  compact = false,
}: {
  group: EsgGroup;
  answer: Esg | undefined;
  label: string;
  /** Closer together, as in a dialog. */
  compact?: boolean;
}) {
  const words = useWords();
  const source = answer === undefined ? null : sourceOf(answer, words);
  const co2 = words.format.allTons(answer?.co2_reduction.co2_reduction.value);
  return (
    <ul
      className={styles.tiles}
      data-group={group}
      data-compact={compact ? "" : undefined}
      aria-label={label}
      aria-busy={answer === undefined}
    >
      {tilesOf(group, answer).map((tile) => (
        <li key={tile.name} className={styles.tile}>
          <TileArt name={tile.name} />
          <TileText tile={tile} source={source} co2={co2} waiting={answer === undefined} />
        </li>
      ))}
    </ul>
  );
}

function TileText(given: { tile: Tile; source: string | null; co2: string; waiting: boolean }) {
  const { tile, source, co2, waiting } = given;
  const { text } = useWords();
  return (
    <div className={styles.text}>
      <h3>{text(`esgTile.${tile.name}`)}</h3>
      {waiting ? (
        <Skeleton width={130} height={34} />
      ) : (
        <p className={styles.value}>
          <Counted value={tile.value} digits={tile.digits} />{" "}
          <span className={styles.unit}>{text(`esgUnit.${tile.name}`)}</span>
        </p>
      )}
      <p className={styles.meaning}>{text(`esgMeans.${tile.name}`, { co2 })}</p>
      <SourceTag source={tile.value === null ? null : source} />
    </div>
  );
}
