// What the controls say by themselves, given from outside: ui knows no texts of the product.
import { createContext, use } from "react";
import type { Lang } from "./tokens/tokens.ts";

/** Every word that a control, or the library under it, says by itself. */
const KIT_WORDS = [
  "close",
  "open",
  "clear",
  "remove",
  "chipHint",
  "chosen",
  "searching",
  "nothing",
  "failed",
  "number",
  "more",
  "less",
  "from",
  "to",
  "calendar",
  "notices",
  "select",
  "selectAll",
  "selected",
  "columns",
  "forward",
  "back",
  "sortBy",
  "badDate",
  "badMonth",
  "badYear",
  "badTime",
  "showPassword",
  "hidePassword",
  "copied",
  "notCopied",
] as const;
export type KitWord = (typeof KIT_WORDS)[number];

/** Says a word in the language of the page; {placeholders} are replaced by the values. */
type SayWord = (word: KitWord, values?: Readonly<Record<string, string | number>>) => string;

interface KitWords {
  readonly lang: Lang;
  readonly word: SayWord;
}

/** The language of the page and the words of the controls; the product's language provider gives both. */
export const KitWordsContext = createContext<KitWords | null>(null);

/** The language of the page and the function that says a word of the kit. Throws without a provider above. */
export function useKitWords(): KitWords {
  const words = use(KitWordsContext);
  if (words === null) throw new RangeError("KitWordsContext is missing above this component");
  return words;
}
