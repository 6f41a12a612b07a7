import type { SerialRange } from "@heliograph/contract/registry/ledger";

/** The serial numbers that a text names, as "1001–1050, 1060", half-open; null: it names none, or one of them backwards. A hyphen does for the dash. */
export function rangesIn(text: string): SerialRange[] | null {
  const ranges: SerialRange[] = [];
  for (const part of text.split(",")) {
    const [, first = "", last = first] =
      /^\s*([1-9]\d{0,11})(?:\s*[–-]\s*([1-9]\d{0,11}))?\s*$/.exec(part) ?? [];
    if (first === "" || Number(last) < Number(first)) return null;
    ranges.push({ first: Number(first), until: Number(last) + 1 });
  }
  return ranges;
}
