import type L from "leaflet";

/** Below those of Leaflet that hold circles (400) and markers (600). */
const PANES = { outlines: "200", names: "350" } as const;

/** A pane of the map that nothing is pressed in; made once a map. */
export function paneOf(map: L.Map, name: keyof typeof PANES): string {
  const pane = map.getPane(name) ?? map.createPane(name);
  pane.style.zIndex = PANES[name];
  pane.style.pointerEvents = "none";
  return name;
}
