// The texts of the signed-in part.
import type { Translate } from "../platform/i18n.tsx";
import type { Lang } from "../ui/tokens/tokens.ts";
import { lookupIn } from "./lookup.ts";

const catalogues: Record<Lang, () => Promise<{ texts: Readonly<Record<string, string>> }>> = {
  vi: () => import("./vi.ts"),
  en: () => import("./en.ts"),
  zh: () => import("./zh.ts"),
};

/** Loads the texts of a language and returns their lookup. */
export const loadTexts = async (lang: Lang): Promise<Translate> => lookupIn((await catalogues[lang]()).texts);
