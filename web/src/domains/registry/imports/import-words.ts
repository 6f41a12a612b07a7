// What imports are called on screens: states, fuels, countries, other registries.
import { FUELS } from "@heliograph/contract/registry/devices/fuels";
import { IMPORT_ORIGINS } from "@heliograph/contract/registry/imports/import-rules";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { useMemo } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useLang } from "../../../platform/i18n.tsx";
import { registryName } from "@heliograph/contract/registry/ledger";
import { useWords, type Words } from "../../../platform/words.ts";

const STATES = ["in_progress", "imported", "rejected"] as const;

export interface ImportWords extends Words {
  readonly state: (code: string) => string;
  readonly fuel: (code: string) => string;
  readonly country: (code: string) => string;
  readonly registry: (code: string) => string;
  readonly origin: (code: string) => string;
}

/** The words of imports in the language in use. Codes that the contract does not know are shown as they are. */
export function useImportWords(): ImportWords {
  const words = useWords();
  const lang = useLang();
  return useMemo(() => {
    const countries = new Intl.DisplayNames([lang], { type: "region" });
    const fuels: Readonly<Record<string, { name: string }>> = FUELS;
    const origins: Readonly<Record<string, { name: string }>> = IMPORT_ORIGINS;
    return {
      ...words,
      state: (code) => {
        const known = STATES.find((one) => one === code);
        return known === undefined ? code : words.text(`imp.status.${known}`);
      },
      fuel: (code) => fuels[code]?.name ?? code,
      country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
      registry: registryName,
      origin: (code) => origins[code]?.name ?? code,
    };
  }, [words, lang]);
}

/** The keys of the messages of rules, by code. */
const RULE_TEXTS = {
  "IMP-001": "imp.rule.imp001",
  "IMP-002": "imp.rule.imp002",
  "IMP-003": "imp.rule.imp003",
  "IMP-004": "imp.rule.imp004",
  "IMP-005": "imp.rule.imp005",
  "IMP-006": "imp.rule.imp006",
  "IMP-007": "imp.rule.imp007",
  "IMP-008": "imp.rule.imp008",
  "IMP-009": "imp.rule.imp009",
} as const satisfies Record<string, TextKey>;

/** The message of a rule in the language of the page; of one that is not known here, as the server says it. */
export function ruleText(text: Words["text"], { code, message, params }: GuardError): string {
  const known: Readonly<Record<string, TextKey>> = RULE_TEXTS;
  const key = known[code];
  return key === undefined ? message : text(key, params);
}

/** Serial numbers as people read them, both ends included. */
export const serialsText = (ranges: readonly { first: number; until: number }[]): string =>
  ranges.map(({ first, until }) => (until - first === 1 ? `${first}` : `${first}–${until - 1}`)).join(", ");
