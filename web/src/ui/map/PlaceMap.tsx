import "leaflet/dist/leaflet.css";
import L from "leaflet";
import { Maximize2, Minus, Plus } from "lucide-react";
import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import type { Lang, Mode } from "../tokens/tokens.ts";
import { drawNames } from "./names.ts";
import { drawOutlines } from "./outlines.ts";
import { placeLayer, type Place, type PlaceLayer, type PlaceLook } from "./place-layer.ts";
import styles from "./map.module.css";

export interface PlaceMapProps {
  readonly places: readonly Place[];
  readonly look: PlaceLook;
  /** Where it begins: all places in sight, or a centre and a zoom. */
  readonly start: "all" | { readonly at: readonly [lat: number, lng: number]; readonly zoom: number };
  /** Tiles instead of the outlines that come with the product. */
  readonly tiles: { readonly url: string; readonly attribution: string } | null;
  readonly mode: Mode;
  readonly lang: Lang;
  readonly texts: {
    readonly map: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly all: string;
    readonly close: string;
    readonly outlines: string;
  };
  /** What stands in the window of the places of a marker; null: markers open nothing. */
  readonly window: ((places: readonly Place[]) => ReactNode) | null;
  /** A press on the map chooses this place, in degrees. */
  readonly pick?: (lat: number, lng: number) => void;
}

/** What is in sight until there are places. */
const WHOLE_COUNTRY = [[16, 106.5], 5] as [L.LatLngTuple, number];
const ZOOM = { step: 0.5, outlines: 14, tiles: 19, all: 12 } as const;
/** The world by its tiles at zoom 0 is so wide and high, px. */
const WORLD_PX = 256;
/** All that Mercator's map shows: beyond it there is nothing to see. */
const WORLD = L.latLngBounds([-85.05, -180], [85.05, 180]);

/** A map with places on it: by mouse, touch and keyboard. With the control key the wheel zooms, else the page scrolls. */
export function PlaceMap(given: PlaceMapProps) {
  const { places, look, start, tiles, mode, lang, texts, window, pick } = given;
  const [open, setOpen] = useState<Opening | null>(null);
  const { stage, attach } = useStage(start, tiles === null ? ZOOM.outlines : ZOOM.tiles, setOpen);
  const map = stage?.map ?? null;
  useEffect(() => (map === null ? undefined : drawBase(map, mode, tiles)), [map, mode, tiles]);
  useEffect(() => {
    if (stage === null) return undefined;
    return drawNames(stage.map, lang, tiles === null ? "all" : "islands", stage.layer.boxes);
  }, [stage, lang, tiles]);
  useEffect(() => stage?.layer.show(places, look), [stage, places, look]);
  usePick(map, pick);
  const fitted = useRef<Stage | null>(null);
  useEffect(() => {
    // Once a map: what is shown later does not take the map away from who looks at it.
    if (stage === null || start !== "all" || fitted.current === stage || places.length === 0) return;
    fitted.current = stage;
    showAll(stage.map, places, false);
  }, [stage, start, places]);

  return (
    <div
      className={styles.map}
      data-tiles={tiles === null ? undefined : ""}
      data-picks={pick === undefined ? undefined : ""}
    >
      <div ref={attach} className={styles.box} role="application" aria-label={texts.map} />
      <Buttons map={map} texts={texts} all={() => showAll(map, places, true)} />
      <p className={styles.by}>{tiles === null ? texts.outlines : tiles.attribution}</p>
      {open !== null && map !== null && window !== null && (
        <InfoWindow map={map} open={open} closeText={texts.close} closed={() => setOpen(null)}>
          {window(open.of)}
        </InfoWindow>
      )}
    </div>
  );
}

interface Stage {
  readonly map: L.Map;
  readonly layer: PlaceLayer;
}

/** The map in the element that `attach` is given as a ref, and its layer of places; null until then. */
function useStage(start: PlaceMapProps["start"], maxZoom: number, setOpen: (open: Opening | null) => void) {
  const [stage, setStage] = useState<Stage | null>(null);
  const attach = useCallback(
    (box: HTMLDivElement) => {
      const map = newMap(box, maxZoom);
      if (start === "all") map.setView(...WHOLE_COUNTRY);
      else map.setView([...start.at], start.zoom);
      const layer = placeLayer(map, (of, at, marker) => setOpen({ of, at, marker }));
      // Not in one task with the map itself: what stands on it comes in the next.
      startTransition(() => setStage({ map, layer }));
      return () => {
        setStage(null);
        setOpen(null);
        layer.remove();
        map.remove();
      };
    },
    [start, maxZoom, setOpen],
  );
  return { stage, attach };
}

/** Tells which place of the map is pressed; some metres are exact enough. */
function usePick(map: L.Map | null, pick: PlaceMapProps["pick"]): void {
  const picks = pick !== undefined;
  const pressed = useEffectEvent(({ latlng }: L.LeafletMouseEvent) => {
    const { lat, lng } = latlng.wrap();
    pick?.(Number(lat.toFixed(5)), Number(lng.toFixed(5)));
  });
  useEffect(() => {
    if (map === null || !picks) return undefined;
    const press = (event: L.LeafletMouseEvent) => pressed(event);
    map.on("click", press);
    return () => void map.off("click", press);
  }, [map, picks]);
}

function Buttons({ map, texts, all }: { map: L.Map | null; texts: PlaceMapProps["texts"]; all: () => void }) {
  const buttons = [
    { label: texts.all, icon: <Maximize2 size={15} aria-hidden />, press: all },
    { label: texts.zoomIn, icon: <Plus size={16} aria-hidden />, press: () => map?.zoomIn() },
    { label: texts.zoomOut, icon: <Minus size={16} aria-hidden />, press: () => map?.zoomOut() },
  ];
  return (
    <div className={styles.zoom} data-map-zoom="">
      {buttons.map(({ label, icon, press }) => (
        <button key={label} type="button" aria-label={label} title={label} onClick={press}>
          {icon}
        </button>
      ))}
    </div>
  );
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function newMap(box: HTMLElement, maxZoom: number): L.Map {
  const moves = !still();
  const map = L.map(box, {
    maxZoom,
    zoomSnap: ZOOM.step,
    zoomControl: false,
    attributionControl: false,
    preferCanvas: true,
    scrollWheelZoom: false,
    maxBounds: WORLD,
    maxBoundsViscosity: 1,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
  });
  L.control.scale({ imperial: false, position: "bottomleft" }).addTo(map);
  const wheel = (event: WheelEvent) =>
    event.ctrlKey || event.metaKey ? map.scrollWheelZoom.enable() : map.scrollWheelZoom.disable();
  box.addEventListener("wheel", wheel, { capture: true, passive: true });
  const resized = new ResizeObserver(() => {
    map.invalidateSize({ pan: false });
    map.setMinZoom(worldFills(map.getSize()));
  });
  resized.observe(box);
  map.setMinZoom(worldFills(map.getSize()));
  map.on("unload", () => {
    resized.disconnect();
    box.removeEventListener("wheel", wheel, { capture: true });
  });
  return map;
}

/** The zoom from which on the world leaves nothing of the box empty. */
function worldFills({ x, y }: L.Point): number {
  const least = Math.log2(Math.max(x, y, WORLD_PX) / WORLD_PX);
  return Math.ceil(least / ZOOM.step) * ZOOM.step;
}

function drawBase(map: L.Map, mode: Mode, tiles: PlaceMapProps["tiles"]): () => void {
  if (tiles === null) return drawOutlines(map, mode);
  // Tile servers ask who uses them; the address of the page stays here.
  const layer = L.tileLayer(tiles.url, { maxZoom: ZOOM.tiles, referrerPolicy: "origin" }).addTo(map);
  return () => void layer.remove();
}

function showAll(map: L.Map | null, places: readonly Place[], animate: boolean): void {
  if (map === null || places.length === 0) return;
  const bounds = L.latLngBounds(places.map(({ lat, lng }) => [lat, lng]));
  map.fitBounds(bounds, {
    paddingTopLeft: [40, 80],
    paddingBottomRight: [80, 48],
    maxZoom: ZOOM.all,
    animate: animate && !still(),
  });
}

interface Opening {
  readonly of: readonly Place[];
  readonly at: L.LatLng;
  /** Where the focus goes back to. */
  readonly marker: HTMLElement | undefined;
}

/** The window over a marker. It takes the focus and gives it back; Escape closes it. */
function InfoWindow(given: {
  map: L.Map;
  open: Opening;
  closeText: string;
  closed: () => void;
  children: ReactNode;
}) {
  const { map, open, closeText, closed, children } = given;
  const content = useMemo(() => windowBox(), []);
  const over = useEffectEvent(closed);
  useLayoutEffect(() => {
    const popup = L.popup({ maxWidth: 280, minWidth: 160, offset: [0, -6], autoPanPadding: [16, 56] });
    popup.setLatLng(open.at).setContent(content).openOn(map);
    const shell = popup.getElement();
    shell?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", closeText);
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") popup.close();
    };
    shell?.addEventListener("keydown", escape);
    content.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
    const gone = () => {
      if (open.marker?.isConnected === true) open.marker.focus({ preventScroll: true });
      over();
    };
    popup.on("remove", gone);
    return () => {
      popup.off("remove", gone);
      popup.remove();
    };
  }, [map, open, content, closeText]);
  return createPortal(children, content);
}

/** The element of the window over a place. */
function windowBox(): HTMLDivElement {
  const box = document.createElement("div");
  box.className = styles.window ?? "";
  box.dataset["mapWindow"] = "";
  return box;
}
