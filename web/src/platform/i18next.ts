// The texts of the signed-in part, by i18next. Keys are English sentences, so dots and colons in them mean nothing.
import i18next from "i18next";
import type { Lang } from "../ui/tokens.ts";
import type { Translate } from "./i18n.tsx";

const catalogues: Record<Lang, () => Promise<{ texts: Readonly<Record<string, string>> }>> = {
  vi: () => import("../texts/vi.ts"),
  en: () => import("../texts/en.ts"),
  zh: () => import("../texts/zh.ts"),
};

const instance = i18next.createInstance();
const ready = instance.init({
  fallbackLng: "vi",
  keySeparator: false,
  nsSeparator: false,
  resources: {},
  // React escapes what it renders.
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
});

/** Loads the texts of a language and returns their lookup; a key without a text is returned as it is. */
export async function loadTexts(lang: Lang): Promise<Translate> {
  await ready;
  if (!instance.hasResourceBundle(lang, "translation")) {
    instance.addResourceBundle(lang, "translation", (await catalogues[lang]()).texts);
  }
  const t = instance.getFixedT(lang);
  return (key, values) => (instance.exists(key, { lng: lang, ...values }) ? t(key, { ...values }) : key);
}
