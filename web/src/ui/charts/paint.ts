import { useMemo, useSyncExternalStore } from "react";

/** The colours and the font of the page as a canvas needs them, which cannot read custom properties. */
export interface Paints {
  /** Mode and language these were read in. */
  readonly look: string;
  /** The value of a custom property, such as "#DB7A00" for "--series-pv"; empty where it is not set. */
  readonly paint: (property: string) => string;
  readonly font: string;
}

function paintsIn(look: string): Paints {
  const style = getComputedStyle(document.documentElement);
  const read = new Map<string, string>();
  const paint = (property: string) => {
    const value = read.get(property) ?? style.getPropertyValue(property).trim();
    read.set(property, value);
    return value;
  };
  return { look, paint, font: paint("--font") };
}

/** The colour with an opacity of 0 to 1; a colour that is not written as #rrggbb stays as it is. */
export function faded(color: string, opacity: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return color;
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, "0");
  return `${color}${alpha}`;
}

const followRoot = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "lang"] });
  return () => observer.disconnect();
};

const lookOfRoot = () =>
  `${document.documentElement.dataset["theme"] ?? ""} ${document.documentElement.lang}`;

/** The page's paints; another object whenever its mode or language changes, so that what is drawn is drawn anew. */
export function usePaints(): Paints {
  const look = useSyncExternalStore(followRoot, lookOfRoot);
  return useMemo(() => paintsIn(look), [look]);
}

/** The width in CSS px of the widest of the texts in that font; 0 where nothing can be measured. */
export function widest(texts: readonly string[], font: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = font;
  return Math.ceil(Math.max(0, ...texts.map((text) => context.measureText(text).width)));
}
