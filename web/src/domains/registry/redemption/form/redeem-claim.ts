// What stands in the form of a redemption, and the claim that it means.
import type { RedemptionClaimBody } from "@heliograph/contract/registry/redemption/redemption-claim";
import type { CertificateRange } from "@heliograph/contract/registry/redemption/redemptions";
import { REDEMPTION_MAX } from "@heliograph/contract/registry/redemption/redemption-rules";
import { serialRangeIn } from "../../inventory/inventory-view.ts";

/** For whom and what for, as it is typed. */
export type ClaimTexts = Pick<
  RedemptionClaimBody,
  | "beneficiary_name"
  | "beneficiary_registration_number"
  | "is_natural_person"
  | "beneficiary_country"
  | "beneficiary_address"
  | "redeems_for"
  | "period_from"
  | "period_to"
  | "purpose"
  | "acknowledged"
>;

/** Nothing is typed yet. */
export const NOTHING_SAID: ClaimTexts = {
  beneficiary_name: "",
  beneficiary_registration_number: "",
  is_natural_person: false,
  beneficiary_country: "",
  beneficiary_address: "",
  redeems_for: "",
  period_from: "",
  period_to: "",
  purpose: "",
  acknowledged: [],
};

/** Serial numbers of a batch, half-open. */
export type ChosenRange = NonNullable<RedemptionClaimBody["ranges"]>[number];

interface RedeemValues extends ClaimTexts {
  /** `IREC.VN.ES100.2025`; "": none is chosen. */
  readonly product: string;
  readonly amount: number | null;
  readonly way: "automatic" | "by_hand";
  readonly chosen: readonly ChosenRange[];
}

/** The product that an address names; null: it names none. */
function productIn(
  text: string,
): Pick<RedemptionClaimBody, "registry" | "country" | "fuel" | "vintage"> | null {
  const [, registry, country = "", fuel = "", vintage] =
    /^(IREC|TIGR)\.([A-Z]{2})\.([A-Z]{2}\d{3})\.(2[01]\d\d)$/.exec(text) ?? [];
  if (registry !== "IREC" && registry !== "TIGR") return null;
  return { registry, country, fuel, vintage: Number(vintage) };
}

/** What a form begins with: the product and the ranges that the address names, if it names any. */
export function firstValues(search: URLSearchParams): RedeemValues {
  const named = search.get("product") ?? "";
  const chosen = (search.get("ranges") ?? "")
    .split(",")
    .slice(0, 200)
    .flatMap((text) => serialRangeIn(text) ?? []);
  return {
    product: productIn(named) === null ? "" : named,
    amount: chosen.length === 0 ? null : mwhIn(chosen),
    way: chosen.length === 0 ? "automatic" : "by_hand",
    chosen,
    ...NOTHING_SAID,
  };
}

/** How many certificates the ranges are. */
export const mwhIn = (ranges: readonly { first: number; until: number }[]): number =>
  ranges.reduce((sum, { first, until }) => sum + until - first, 0);

/** The claim that the form means; null while no product is chosen. An amount that is none is 0. */
export function claimIn({
  product,
  amount,
  way,
  chosen,
  ...texts
}: RedeemValues): RedemptionClaimBody | null {
  const named = productIn(product);
  if (named === null) return null;
  const whole = amount === null || !Number.isFinite(amount) ? 0 : amount;
  return {
    ...texts,
    ...named,
    amount: Math.max(-REDEMPTION_MAX, Math.min(whole, REDEMPTION_MAX * 10)),
    ranges: way === "by_hand" ? [...chosen] : null,
  };
}

/** What is taken of a range that can be redeemed; undefined: nothing. */
export const chosenOf = (
  chosen: readonly ChosenRange[],
  { code, first, until }: Pick<CertificateRange, "code" | "first" | "until">,
): ChosenRange | undefined =>
  chosen.find((one) => one.code === code && first <= one.first && one.until <= until);

/** The chosen ranges when so many are taken of this one, from its first serial on; 0: none. */
export function chosenWith(
  chosen: readonly ChosenRange[],
  { code, first, until }: Pick<CertificateRange, "code" | "first" | "until">,
  take: number,
): ChosenRange[] {
  const others = chosen.filter((one) => one.code !== code || one.until <= first || until <= one.first);
  if (take < 1) return others;
  return [...others, { code, first, until: Math.min(until, first + Math.floor(take)) }];
}
