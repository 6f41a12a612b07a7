// Redemptions in words: states, products, money, and the rules that a claim or a payment breaks.
import { FUELS } from "@heliograph/contract/registry/devices/fuels";
import { formatTicker, fuelGroupOf } from "@heliograph/contract/registry/inventory/tickers";
import type { CertificateRegistry, LotChannel } from "@heliograph/contract/registry/ledger";
import {
  redemptionLife,
  type RedemptionStatus,
} from "@heliograph/contract/registry/redemption/redemption-life";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { useMemo } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useLang, useServerText } from "../../../platform/i18n.tsx";
import { registryName } from "@heliograph/contract/registry/ledger";
import { useWords, type Words } from "../../../platform/words.ts";

/** A ticker's certificates. */
interface Product {
  readonly registry: string;
  readonly country: string;
  readonly fuel: string;
  readonly vintage: number;
}

export interface RedemptionWords extends Words {
  readonly state: (code: string) => string;
  readonly fuel: (code: string) => string;
  readonly country: (code: string) => string;
  readonly registry: (code: string) => string;
  readonly channel: (channel: LotChannel) => string;
  /** `IREC-VN-SOL-2025`. */
  readonly ticker: (product: Product) => string;
  /** Cents as "EUR 4.80". */
  readonly money: (cents: number, currency: string) => string;
  /** 1/10,000 of a currency as "EUR 0.0800". */
  readonly rate: (rate: number, currency: string) => string;
  readonly rule: (fault: GuardError) => string;
}

/** The words of redemptions in the language in use. Codes that the contract does not know are shown as they are. */
export function useRedemptionWords(): RedemptionWords {
  const words = useWords();
  const lang = useLang();
  const serverText = useServerText();
  return useMemo(() => {
    const { text, format } = words;
    const countries = new Intl.DisplayNames([lang], { type: "region" });
    return {
      ...words,
      state: (code) => (isStatus(code) ? text(`red.status.${code}`) : code),
      // Each fuel of the contract has a text.
      fuel: (code) => (Object.hasOwn(FUELS, code) ? text(`dev.fuel.${code}` as TextKey) : code),
      country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
      registry: registryName,
      channel: (channel) => text(`red.channel.${channel}`),
      ticker: ({ registry, country, fuel, vintage }) =>
        // Products are of registries of the ledger.
        formatTicker({
          registry: registry as CertificateRegistry,
          country,
          fuel: fuelGroupOf(fuel),
          vintage,
        }),
      money: (cents, currency) => `${currency} ${format.number(cents / 100, 2)}`,
      rate: (rate, currency) => `${currency} ${format.number(rate / 10_000, 4)}`,
      rule: (fault) => ruleText(text, fault) ?? serverText(fault.message),
    };
  }, [words, lang, serverText]);
}

const isStatus = (code: string): code is RedemptionStatus =>
  redemptionLife.states.some((state) => state === code);

/** The keys of the messages of rules, by code. */
const RULE_TEXTS = {
  "RED-001": "red.rule.red001",
  "RED-002": "red.rule.red002",
  "RED-003": "red.rule.red003",
  "RED-004": "red.rule.red004",
  "RED-005": "red.rule.red005",
  "RED-006": "red.rule.red006",
  "RED-007": "red.rule.red007",
  "RED-008": "red.rule.red008",
  "RED-009": "red.rule.red009",
  "FEE-002": "red.rule.fee002",
  "RED-010": "red.rule.red010",
  "RED-011": "red.rule.red011",
  "RED-012": "red.rule.red012",
  "RED-013": "red.rule.red013",
  "RED-014": "red.rule.red014",
  "RED-015": "red.rule.red015",
  "RED-016": "red.rule.red016",
  "RED-020": "red.rule.red020",
  "RED-021": "red.rule.red021",
  "RED-022": "red.rule.red022",
  "RED-023": "red.rule.red023",
  "RED-024": "red.rule.red024",
  "RED-025": "red.rule.red025",
  "RED-026": "red.rule.red026",
  "RED-030": "red.rule.red030",
  "RED-031": "red.rule.red031",
  "INV-004": "red.rule.inv004",
  "INV-005": "red.rule.inv005",
  "INV-006": "red.rule.inv006",
  "INV-007": "red.rule.inv007",
  "INV-008": "red.rule.inv008",
  "INV-009": "red.rule.inv009",
  "INV-010": "red.rule.inv010",
} as const satisfies Record<string, TextKey>;

/** The message of a rule in the language of the page; undefined: the rule is not one of redemptions. */
function ruleText(text: Words["text"], { code, params }: GuardError): string | undefined {
  const known: Readonly<Record<string, TextKey>> = RULE_TEXTS;
  const key = code === "INV-008" ? inv008Key(params) : known[code];
  return key === undefined ? undefined : text(key, params);
}

/** The sentences of one rule: which action there is in the place of the refused one, or how much all of an invoice is at least. */
function inv008Key(params: GuardError["params"]): TextKey {
  if (params?.["action"] !== undefined) return "red.rule.inv008use";
  return params?.["outstanding"] === undefined ? "red.rule.inv008" : "red.rule.inv008all";
}
