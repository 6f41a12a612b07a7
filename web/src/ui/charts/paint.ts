import { useSyncExternalStore } from "react";

/**
 * The value of a custom property as the style sheet has it for the element, such as "#DB7A00" for "--series-pv":
 * a canvas cannot read custom properties. Empty where the property is not set.
 */
export function paintOf(element: Element, property: string): string {
  return getComputedStyle(element).getPropertyValue(property).trim();
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

/** Changes whenever the page's mode or language does, so that what is drawn with paints and fonts is drawn anew. */
export function usePageLook(): string {
  return useSyncExternalStore(followRoot, lookOfRoot);
}

/** The width in CSS px of the widest of the texts in that font; 0 where nothing can be measured. */
export function widest(texts: readonly string[], font: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = font;
  return Math.ceil(Math.max(0, ...texts.map((text) => context.measureText(text).width)));
}

const query = "(prefers-reduced-motion: reduce)";
const followMotion = (changed: () => void) => {
  const media = matchMedia(query);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
};

/** True when the person asked for less motion. */
export function usePrefersStillness(): boolean {
  return useSyncExternalStore(followMotion, () => matchMedia(query).matches);
}
