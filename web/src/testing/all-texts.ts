// Every text there is, for tests.
import { lookupIn } from "../app/texts/lookup.ts";
import type { Translate } from "../platform/i18n.tsx";
import type { Lang } from "../ui/tokens/tokens.ts";

const modules = import.meta.glob<Readonly<Record<string, string>>>("../**/texts/{vi,en,zh}.ts", {
  eager: true,
  import: "texts",
});

/** The texts of a language by the folder of web/src that they stand in. */
export const textsByFolder = (lang: Lang): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(
    Object.entries(modules)
      .filter(([path]) => path.endsWith(`/${lang}.ts`))
      .map(([path, texts]) => [path.replace("../", "").replace(/\/texts\/..\.ts$/, ""), texts]),
  );

/** All texts of a language. */
export const allTexts = (lang: Lang): Readonly<Record<string, string>> =>
  Object.assign({}, ...textsByFolder(lang).values()) as Record<string, string>; // what the folders hold

/** Returns the lookup of all texts of a language, as a page has it for its own. */
export const loadAllTexts = async (lang: Lang): Promise<Translate> => lookupIn(allTexts(lang), lang);
