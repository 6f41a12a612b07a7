// What redemptions of green certificates are called on screens: states, fuels, rules.
import { FUELS } from "@heliograph/contract/registry/devices/fuels";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { gecRedemptionLife } from "@heliograph/contract/registry/gec/gec-life";
import { useMemo } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useWords, type Words } from "../../../platform/words.ts";

export interface GecWords extends Words {
  readonly state: (code: string) => string;
  readonly fuel: (code: string) => string;
  /** An amount of USD cents. */
  readonly money: (cents: number) => string;
}

/** The words of redemptions of green certificates in the language in use. */
export function useGecWords(): GecWords {
  const words = useWords();
  return useMemo(() => {
    const fuels: Readonly<Record<string, { name: string }>> = FUELS;
    return {
      ...words,
      state: (code) => {
        const known = gecRedemptionLife.states.find((one) => one === code);
        return known === undefined ? code : words.text(`gec.status.${known}`);
      },
      fuel: (code) => fuels[code]?.name ?? code,
      money: (cents) => `USD ${words.format.number(cents / 100, 2)}`,
    };
  }, [words]);
}

/** The keys of the messages of rules, by code. */
const RULE_TEXTS = {
  "GEC-001": "gec.rule.gec001",
  "GEC-002": "gec.rule.gec002",
  "GEC-003": "gec.rule.gec003",
  "GEC-004": "gec.rule.gec004",
  "GEC-005": "gec.rule.gec005",
  "GEC-006": "gec.rule.gec006",
  "GEC-007": "gec.rule.gec007",
  "GEC-008": "gec.rule.gec008",
  "GEC-009": "gec.rule.gec009",
  "ORD-017": "gec.rule.ord017",
} as const satisfies Record<string, TextKey>;

/** The message of a rule in the language of the page; of one that is not known here, as the server says it. */
export function gecRuleText(text: Words["text"], { code, message, params }: GuardError): string {
  const known: Readonly<Record<string, TextKey>> = RULE_TEXTS;
  const key = code === "GEC-009" && params?.["file"] === "certificate" ? "gec.rule.gec009pdf" : known[code];
  return key === undefined ? message : text(key, params);
}
