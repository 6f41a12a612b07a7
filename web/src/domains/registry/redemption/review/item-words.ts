import type {
  RedemptionItem,
  RedemptionWordsSaid,
} from "@heliograph/contract/registry/redemption/redemption-review";
import { MISSING } from "../../../../platform/format.ts";
import type { RedemptionWords } from "../redemption-words.ts";

const NAMES = {
  beneficiary_name: "red.beneficiary",
  beneficiary_registration_number: "red.registration",
  is_natural_person: "red.personItem",
  beneficiary_country: "red.consumed",
  beneficiary_address: "red.address",
  redeems_for: "red.redeemsFor",
  period: "red.period",
  purpose: "red.purpose",
} as const;

/** What an item of a redemption is called. */
export const itemName = ({ text }: RedemptionWords, item: RedemptionItem): string => text(NAMES[item]);

/** What is said of an item, as people read it. */
export function itemValue(
  { text, country }: RedemptionWords,
  said: RedemptionWordsSaid,
  item: RedemptionItem,
): string {
  if (item === "period") return `${said.period_from} – ${said.period_to}`;
  if (item === "is_natural_person") return text(said.is_natural_person ? "red.yes" : "red.no");
  if (item === "redeems_for") return said.redeems_for === "" ? MISSING : text(`red.for.${said.redeems_for}`);
  if (item === "beneficiary_country") return country(said.beneficiary_country);
  return said[item] === "" ? MISSING : said[item];
}
