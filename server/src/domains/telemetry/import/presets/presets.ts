// Which preset a file is for, and the mapping that follows from it and from what a person says besides.
import { checkedMapping, type ImportMapping } from "../import-mapping.ts";
import type { FileHead } from "../import-run.ts";
import { fronius } from "./fronius.ts";
import { fusionsolar } from "./fusionsolar.ts";
import type { Draft, Preset, PresetPlace } from "./preset.ts";
import { pvoutput } from "./pvoutput.ts";
import { sma } from "./sma.ts";
import { solaredge } from "./solaredge.ts";
import { sungrow } from "./sungrow.ts";

/** All presets, those that know their files most surely first. */
export const PRESETS: readonly Preset[] = [solaredge, sungrow, fusionsolar, fronius, sma, pvoutput];

/** What a person says besides: a mapping file with `preset` and whatever is to differ, or nothing. */
interface PresetWish {
  /** The preset's name; null: the one that knows the file. */
  readonly preset: string | null;
  /** Entries that go before those of the preset; `columns`, `time`, `csv` and `create` entry by entry. */
  readonly entries: Draft;
  readonly place: Omit<PresetPlace, "site"> & { readonly site: string | null };
}

const isEntries = (value: unknown): value is Draft =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The mapping of the file that begins so, and the preset that knows it. Throws, in words, when none does, when the one named
 * does not, and when what follows is no sound mapping.
 */
export function presetMapping(
  head: FileHead,
  { preset: name, entries, place }: PresetWish,
): { preset: Preset; mapping: ImportMapping } {
  const wanted = PRESETS.filter((one) => name === null || one.name === name);
  if (wanted.length === 0) {
    throw new Error(`There is no preset ${name ?? ""}: ${PRESETS.map((one) => one.name).join(", ")}`);
  }
  for (const preset of wanted) {
    const draft = preset.draft(head, { ...place, site: place.site ?? preset.name.toUpperCase() });
    if (draft === null) continue;
    const read = checkedMapping(merged(draft, entries));
    if ("faults" in read) throw new Error(`As a file of ${preset.title} it lacks: ${read.faults.join("; ")}`);
    return { preset, mapping: read.mapping };
  }
  const titles = wanted.map(({ title }) => title).join(", ");
  throw new Error(`Its first lines are not those of ${titles}: write a mapping for it`);
}

function merged(draft: Draft, entries: Draft): Draft {
  const both = Object.entries(entries).map(([key, value]) => {
    const own = draft[key];
    return [key, isEntries(value) && isEntries(own) ? { ...own, ...value } : value] as const;
  });
  return { ...draft, ...Object.fromEntries(both) };
}
