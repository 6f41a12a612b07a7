// The texts of the pages that anyone may see: a tenth of all.
import type { Translate } from "../platform/i18n.tsx";
import type { Lang } from "../ui/tokens/tokens.ts";
import { lookupIn } from "./lookup.ts";

type Part = Promise<Readonly<Record<string, string>>>;

const parts: Record<Lang, () => readonly [Part, Part]> = {
  vi: () => [
    import("./vi/common.ts").then((m) => m.common),
    import("./vi/identity.ts").then((m) => m.identity),
  ],
  en: () => [
    import("./en/common.ts").then((m) => m.common),
    import("./en/identity.ts").then((m) => m.identity),
  ],
  zh: () => [
    import("./zh/common.ts").then((m) => m.common),
    import("./zh/identity.ts").then((m) => m.identity),
  ],
};

/** Loads the public texts of a language and returns their lookup. */
export async function loadPublicTexts(lang: Lang): Promise<Translate> {
  const [common, identity] = await Promise.all(parts[lang]());
  return lookupIn({ ...common, ...identity });
}
