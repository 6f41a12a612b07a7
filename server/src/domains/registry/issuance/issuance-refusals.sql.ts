// Refusals of requests for certificates by their rules.
import type { GuardError, IssuanceCheck } from "@heliograph/contract";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { RequestState } from "./issuance-facts.sql.ts";

/** Refuses with all checks of these outcomes at once. */
export function mustPass(
  checks: readonly IssuanceCheck[],
  outcomes: readonly IssuanceCheck["outcome"][],
): void {
  const [first, ...rest] = checks
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ code, message, params }): GuardError => ({ code, message, params }));
  if (first !== undefined) throw new GuardRefusal(422, [first, ...rest]);
}

/** Refuses with ORD-007 where the device, or what measures it, is suspended: nothing is issued for it until that ends. */
export function mustNotBeSuspended({ device, suspended_because }: RequestState): void {
  if (suspended_because === null) return;
  const params = { device: device.english_name, reason: suspended_because };
  const message = `Certificates of ${params.device} are blocked: ${params.reason}.`;
  throw new GuardRefusal(422, [{ code: "ORD-007", message, params }]);
}

/** The refusal of a request by one rule. */
// oxlint-disable-next-line max-params -- what a refusal is made of
export function guardRefusal(
  code: string,
  message: string,
  field?: string,
  params: GuardError["params"] = {},
  status = 422,
): GuardRefusal {
  return new GuardRefusal(status, [{ code, message, params, ...(field === undefined ? {} : { field }) }]);
}
