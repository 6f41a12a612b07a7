import type { Translate } from "../../platform/i18n.tsx";
import { formOf } from "../../platform/plural.ts";
import type { Lang } from "../../ui/tokens/tokens.ts";

/** {name}, or {name|the form beside one|the form beside others}. */
const PLACE = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * Looks texts up by their keys and puts values in the place of their {names}, and the form that a count asks for in the
 * place of its {n|device|devices}; a key without a text is returned as it is.
 */
export const lookupIn =
  (texts: Readonly<Record<string, string>>, lang: Lang): Translate =>
  (key, values = {}) =>
    (texts[key] ?? key).replace(PLACE, (whole, name: string, one?: string, other?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (one === undefined || other === undefined) return String(value);
      return formOf(lang, value) === "one" ? one : other;
    });
