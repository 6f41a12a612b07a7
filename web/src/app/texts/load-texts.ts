// The texts of a page: those of the frame, and with each screen those that it shows, in one language.
import { storedLang, type Translate } from "../../platform/i18n.tsx";
import type { Lang } from "../../ui/tokens/tokens.ts";
import { FRAME_TEXTS } from "../screens.ts";
import { lookupIn } from "./lookup.ts";

type Texts = Readonly<Record<string, string>>;

const modules = import.meta.glob<Texts>(
  ["./{vi,en,zh}.ts", "../../platform/texts/*.ts", "../../domains/**/texts/*.ts"],
  { import: "texts" },
);

/** Folders of web/src whose texts this page needs: more with each screen that is opened. */
const needed = new Set<string>(FRAME_TEXTS);
const here: Record<Lang, Record<string, string>> = { vi: {}, en: {}, zh: {} };

async function add(lang: Lang, folder: string): Promise<void> {
  const path = folder === "app" ? `./${lang}.ts` : `../../${folder}/texts/${lang}.ts`;
  const load = modules[path];
  if (load === undefined) throw new RangeError(`There are no texts at ${path}`);
  Object.assign(here[lang], await load());
}

/** Loads the texts of a language that this page needs, and returns their lookup, which finds those of later screens too. */
export async function loadTexts(lang: Lang): Promise<Translate> {
  await Promise.all([...needed].map((folder) => add(lang, folder)));
  return lookupIn(here[lang], lang);
}

/** Loads the texts of the folders in the language in use; of another one they come with that language. */
export async function openTexts(folders: readonly string[]): Promise<void> {
  for (const folder of folders) needed.add(folder);
  await Promise.all(folders.map((folder) => add(storedLang(), folder)));
}
