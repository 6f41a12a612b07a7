import { useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { headerFit, type HeaderFit } from "./header-room.ts";

/** Before anything is measured everything is shown. */
const ALL: HeaderFit = { entries: Number.POSITIVE_INFINITY, name: true };

const widthOf = (element: Element | null | undefined) => element?.getBoundingClientRect().width ?? 0;

/**
 * What the header has room for. Measured are the row of all entries, which nobody sees (`data-measure`, with More and the
 * account's name at its end), and what stands between the menu (`data-menu`) and the end of the tools (`data-tools`). Measured
 * anew with each change of the header or of the words.
 */
export function useHeaderFit(measured: boolean): { header: RefObject<HTMLElement | null>; fit: HeaderFit } {
  const header = useRef<HTMLElement>(null);
  const [fit, setFit] = useState(ALL);
  useEffect(() => {
    const element = header.current;
    const row = element?.querySelector("[data-measure]");
    if (!measured || element === null || row === null || row === undefined) return undefined;
    // Before the next picture: nobody sees a row that is too full.
    const observer = new ResizeObserver(() => flushSync(() => setFit(fitOf(element, row))));
    observer.observe(element);
    observer.observe(row);
    return () => observer.disconnect();
  }, [measured]);
  return { header, fit: measured ? fit : ALL };
}

function fitOf(header: Element, row: Element): HeaderFit {
  const tools = header.querySelector("[data-tools]");
  const start = header.querySelector("[data-menu]")?.getBoundingClientRect().left ?? 0;
  const end = tools?.getBoundingClientRect().right ?? 0;
  const named = widthOf(tools?.querySelector("[data-name]"));
  const widths = [...row.children].map(widthOf);
  const [more = 0, name = 0] = widths.slice(-2);
  return headerFit({
    room: Math.floor(end - start - (widthOf(tools) - named) - BETWEEN),
    entries: widths.slice(0, -2),
    more,
    name,
  });
}

/** Between the menu and the tools, px. */
const BETWEEN = 24;
