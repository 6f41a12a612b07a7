import { useEffect, useMemo, useRef, useState, type ComponentType } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useFormat, type Format } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { useTheme } from "../../../platform/theme.tsx";
import { carried } from "../../../platform/navigation.ts";
import type { Place, PlaceLook } from "../../../ui/map/place-layer.ts";
import type { PlaceMapProps } from "../../../ui/map/PlaceMap.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { mapPaint, radiation } from "../../../ui/tokens/status-tokens.ts";
import type { Mode } from "../../../ui/tokens/tokens.ts";
import { useInView } from "../../../ui/feedback/use-in-view.ts";
import { bandCounts, bandOf, bandText, BANDS, CIRCLE_M, isShown } from "./radiation-bands.ts";
import styles from "./RadiationMap.module.css";

const UNIT = "W/m²";
/** M276. */
export const MAP_START = { at: [10.7855, 106.7689], zoom: 12 } as const;

/**
 * Projects on a map, coloured by radiation (M58, M59): a legend of bands that are switched on and off, and a window with
 * name and radiation. It fills what it stands in, and its code is loaded once that is in sight. `bands` null: no legend.
 */
export function RadiationMap(given: {
  places: readonly Place[];
  /** False until the places are known. */
  ready: boolean;
  start: PlaceMapProps["start"];
  bands: { off: ReadonlySet<number>; toggle: (band: number) => void } | null;
  /** How near to the visible part its code is loaded, px. */
  within?: number;
  /**
   * It stands beside figures that are more urgent: they are fetched and drawn before it. Where nobody comes near it, it is drawn
   * by itself when the page has long been there, so that it is there in print.
   */
  beside?: boolean;
}) {
  const { places, ready, start, bands, within, beside = false } = given;
  const t = useText();
  const lang = useLang();
  const format = useFormat();
  const { mode } = useTheme();
  const tiles = useAppConfig().map_tiles;
  const frame = useRef<HTMLDivElement>(null);
  const inView = useInView(frame, within);
  const { PlaceMap, failed } = usePlaceMap(inView, beside);
  const off = bands?.off;
  const shown = useMemo(
    () => (off === undefined ? places : places.filter(({ value }) => isShown(value, off))),
    [places, off],
  );
  const look = useMemo(() => lookOf(mode, format, t), [mode, format, t]);
  const texts = {
    map: t("map.title"),
    zoomIn: t("map.zoomIn"),
    zoomOut: t("map.zoomOut"),
    all: t("map.all"),
    close: t("common.close"),
    outlines: t("map.outlines"),
  };
  const nothing = ready && bands !== null && !shown.some(({ value }) => value !== null);
  return (
    <div className={styles.map} ref={frame} aria-busy={inView && !failed && (!ready || PlaceMap === null)}>
      {PlaceMap !== null && (
        <PlaceMap
          {...{ places: shown, look, start, tiles, mode, lang, texts }}
          window={bands === null ? null : windowOf}
        />
      )}
      {failed && (
        <PanelNote text={t("map.failed")} retry={{ label: t("Try again"), run: () => location.reload() }} />
      )}
      {bands !== null && <Legend places={places} ready={ready} {...bands} />}
      {bands !== null && (
        <p className={styles.note} role="status">
          {nothing ? t("No data found") : ""}
        </p>
      )}
    </div>
  );
}

/** So long after it has come into sight a map beside figures is fetched, ms. */
const AFTER_FIGURES_MS = 500;
/** So long after its panel was drawn a map beside figures is fetched that nobody has come near, ms: it is half a second of a telephone. */
const UNSEEN_MS = 10_000;

/** The map itself, null until its code is there. What cannot be fetched leaves the page alone. */
function usePlaceMap(wanted: boolean, beside: boolean) {
  const [code, setCode] = useState<{ PlaceMap: ComponentType<PlaceMapProps> } | "failed" | null>(null);
  useEffect(() => {
    if (!wanted && !beside) return undefined;
    let over = false;
    const fetchMap = () => {
      import("../../../ui/map/PlaceMap.tsx").then(
        (module) => over || setCode(module),
        () => over || setCode("failed"),
      );
    };
    const timer = beside ? setTimeout(fetchMap, wanted ? AFTER_FIGURES_MS : UNSEEN_MS) : undefined;
    if (!beside) fetchMap();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted, beside]);
  const failed = code === "failed";
  return { PlaceMap: failed || code === null ? null : code.PlaceMap, failed };
}

function lookOf(mode: Mode, format: Format, t: ReturnType<typeof useText>): PlaceLook {
  return {
    circleMeters: CIRCLE_M,
    color: (value) => radiation[mode][bandOf(value) ?? -1] ?? mapPaint[mode].border,
    called: ({ name, value }) => `${name}: ${format.number(value)} ${UNIT}`,
    calledMany: (count, mean) =>
      mean === null
        ? t("map.manyUnknown", { n: format.number(count) })
        : t("map.many", { n: format.number(count), v: format.number(mean) }),
    number: (count) => format.short(count, 1),
  };
}

const windowOf = (places: readonly Place[]) => <Projects places={places} />;

/** What the window of a marker says (M59). */
function Projects({ places }: { places: readonly Place[] }) {
  const format = useFormat();
  const { search } = useLocation();
  return (
    <ul className={styles.projects}>
      {places.map(({ id, name, value }) => (
        <li key={id}>
          <Link to={paths.project(id) + carried(search)}>{name}</Link>
          <span className={styles.radiation}>
            <Swatch band={bandOf(value)} />
            {format.number(value)} {UNIT}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ band }: { band: number | null }) {
  return (
    <i
      className={styles.swatch}
      style={{ background: band === null ? "var(--map-border)" : `var(--rad-${band})` }}
    />
  );
}

/** The five bands as switches. One that no project lies in says so (M163, M257). */
function Legend(given: {
  places: readonly Place[];
  ready: boolean;
  off: ReadonlySet<number>;
  toggle: (band: number) => void;
}) {
  const { places, ready, off, toggle } = given;
  const t = useText();
  const { bands: counts } = useMemo(() => bandCounts(places.map(({ value }) => value)), [places]);
  const press = (band: number) => {
    toggle(band);
    if (!ready || counts[band] !== 0) return;
    const content = `${t("No data found in range")} ${bandText(band)} ${UNIT}`;
    say.warning({ content, key: "no-radiation", duration: 4 });
  };
  return (
    <div className={styles.legend} role="group" aria-label={`${t("map.legend")}, ${UNIT}`}>
      <span className={styles.unit}>{UNIT}</span>
      {Array.from({ length: BANDS }, (_, band) => (
        <button
          key={band}
          type="button"
          className={styles.band}
          aria-pressed={!off.has(band)}
          onClick={() => press(band)}
        >
          <Swatch band={band} />
          {bandText(band)}
        </button>
      ))}
    </div>
  );
}
