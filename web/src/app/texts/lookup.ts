import type { Translate } from "../../platform/i18n.tsx";

/** Looks texts up by their keys and puts values in the place of their {names}; a key without a text is returned as it is. */
export const lookupIn =
  (texts: Readonly<Record<string, string>>): Translate =>
  (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
