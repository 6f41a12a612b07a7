// The language in use and its texts. Vietnamese is the default and the fallback (M5, M268).
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import type { PublicKey, TextKey } from "../app/texts/keys.ts";
import { KitWordsContext, type KitWord } from "../ui/kit-words.ts";
import type { Lang } from "../ui/tokens/tokens.ts";

export { LANGUAGES } from "../ui/tokens/tokens.ts";

export const LANGUAGE_NAMES: Record<Lang, string> = { vi: "Tiếng Việt", en: "English", zh: "中文" };

/** Values that a text's {placeholders} are replaced by. */
export type Values = Readonly<Record<string, string | number>>;
/** The text of a key; a key that has none is returned as it is. */
export type Translate = (key: string, values?: Values) => string;
/** Loads the texts of a language. A page has those that it shows (app/texts/load-texts.ts). */
export type LoadTexts = (lang: Lang) => Promise<Translate>;

interface Language {
  readonly lang: Lang;
  readonly translate: Translate;
  readonly setLang: (lang: Lang) => void;
}
const LanguageContext = createContext<Language | null>(null);

/** The language chosen in this browser; Vietnamese when none or an unknown one is stored. */
export function storedLang(): Lang {
  const kept = localStorage.getItem("language");
  return kept === "en" || kept === "zh" ? kept : "vi";
}

/** Provides the language; `first` is the one whose texts are already loaded. */
export function LanguageProvider(given: {
  load: LoadTexts;
  first: { lang: Lang; translate: Translate };
  children: ReactNode;
}) {
  const { load, first, children } = given;
  const [shown, setShown] = useState(first);
  useEffect(() => {
    document.documentElement.lang = shown.lang;
    // Systems without a Chinese font get one; the chunks that the page needs are fetched by unicode-range.
    if (shown.lang === "zh") void import("@fontsource-variable/noto-sans-sc/wght.css");
  }, [shown.lang]);
  const setLang = useCallback(
    (lang: Lang) => {
      localStorage.setItem("language", lang);
      localStorage.setItem("translate_language", lang);
      void load(lang).then((translate) => setShown({ lang, translate }));
    },
    [load],
  );
  const language = useMemo(() => ({ ...shown, setLang }), [shown, setLang]);
  const kit = useMemo(
    () => ({
      lang: shown.lang,
      word: (word: KitWord, values?: Values) => {
        const key: PublicKey = `kit.${word}`;
        return shown.translate(key, values);
      },
    }),
    [shown],
  );
  return (
    <LanguageContext value={language}>
      <KitWordsContext value={kit}>{children}</KitWordsContext>
    </LanguageContext>
  );
}

function useLanguage(): Language {
  const language = use(LanguageContext);
  if (language === null) throw new RangeError("LanguageProvider is missing above this component");
  return language;
}

/** The language in use. */
export const useLang = (): Lang => useLanguage().lang;

/** Chooses another language; it is kept in this browser. */
export const useSetLang = () => useLanguage().setLang;

/** Returns the function that gives the text of a key in the language in use. */
export function useText(): (key: TextKey, values?: Values) => string {
  return useLanguage().translate;
}

/** As useText, for the public pages: they load fewer texts. */
export function usePublicText(): (key: PublicKey, values?: Values) => string {
  return useLanguage().translate;
}

/** Sentences of the server with more in them than a number. Their keys have the groups as places: "{action}". */
const SENTENCES = [
  /^Your role does not allow (?<action>.+)\.$/,
  /^(?<entity>\D+) (?<number>\S+) is (?<status>.+); (?<action>.+) is not possible\.$/,
  /^This record was changed by someone else at (?<time>.+)\. Reload and try again\.$/,
  /^Certificates of (?<device>.+) are blocked: (?<reason>.+)\.$/s,
] as const;

/** The key of a sentence: what stands in the expression, its groups as places. */
const keyOf = ({ source }: RegExp): string =>
  source
    .slice(1, -1)
    .replaceAll(/\(\?<(\w+)>[^)]*\)/g, "{$1}")
    .replaceAll("\\", "");

/**
 * Translates what the server says (its messages arrive in English): a sentence that is a key of ours is translated,
 * with what stands in it put back; any other is shown as it came. Codes of rules before sentences stay.
 */
export const translateSaid = (translate: Translate, message: string): string =>
  message
    .split(/ · (?=[A-Z]{3,4}-\d{3} )/)
    .map((line) => {
      const code = /^[A-Z]{3,4}-\d{3} /.exec(line)?.[0] ?? "";
      return code + translateSentence(translate, line.slice(code.length));
    })
    .join(" · ");

function translateSentence(translate: Translate, message: string): string {
  const exact = translate(message);
  if (exact !== message) return exact;
  const sentence = SENTENCES.find((one) => one.test(message));
  if (sentence !== undefined) {
    const key = keyOf(sentence);
    const placed = translate(key, sentence.exec(message)?.groups);
    if (placed !== key) return placed;
  }
  const n = /\d+/.exec(message)?.[0];
  if (n === undefined) return message;
  const key = message.replace(n, "{n}");
  const counted = translate(key, { n });
  return counted === key ? message : counted;
}

/**
 * Translates a rule that was broken: its English message with the values taken out again is a key of ours, or the message is translated as
 * any other that the server says.
 */
function translateRule(translate: Translate, { message, params = {} }: Rule): string {
  let key = message;
  for (const [name, value] of Object.entries(params)) {
    if (String(value) !== "") key = key.replace(String(value), `{${name}}`);
  }
  return translate(key) === key ? translateSaid(translate, message) : translate(key, params);
}
type Rule = Pick<GuardError, "message" | "params">;

/** Returns the function that writes the message of a rule that was broken in the language in use. */
export function useGuardMessage(): (rule: Rule) => string {
  const { translate } = useLanguage();
  return useCallback((rule) => translateRule(translate, rule), [translate]);
}

/** As `useGuardMessage`, with the rule's code before it. */
export function useGuardText(): (rule: Rule & Pick<GuardError, "code">) => string {
  const message = useGuardMessage();
  return useCallback((rule) => `${rule.code} ${message(rule)}`, [message]);
}

/** Returns translateSaid for the language in use. */
export function useServerText(): (message: string) => string {
  const { translate } = useLanguage();
  return useCallback((message: string) => translateSaid(translate, message), [translate]);
}
