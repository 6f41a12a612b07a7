import { useText } from "../../../platform/i18n.tsx";
import type { TextKey } from "../../../app/texts/keys.ts";

/** States of all kinds of records, by code; a state that is missing here is shown by its code. */
const NAMES: Readonly<Record<string, TextKey>> = {
  draft: "registry.state_draft",
  pending: "registry.state_pending",
  in_progress: "registry.state_in_progress",
  to_resubmit: "registry.state_to_resubmit",
  returned: "registry.state_returned",
  approved: "registry.state_approved",
  waiting_for_confirmation: "registry.state_waiting_for_confirmation",
  retiring: "registry.state_retiring",
  partial_paid: "registry.state_partial_paid",
  partial_payment_follow_up: "registry.state_partial_payment_follow_up",
  unpaid: "registry.state_unpaid",
  pending_buyer_input: "registry.state_pending_buyer_input",
  pending_seller_upload_certificate: "registry.state_pending_seller_upload_certificate",
  under_review: "registry.state_under_review",
  amendment_review: "registry.state_amendment_review",
  invitation: "registry.state_invitation",
  fee_agreement: "registry.state_fee_agreement",
  fee_change: "registry.state_fee_change",
  pending_verification: "registry.state_pending_verification",
  rejected: "registry.state_rejected",
  by_hand: "registry.state_by_hand",
  unknown: "registry.state_unknown",
  refused: "registry.state_refused",
  requested: "registry.state_requested",
  binding_suspended: "registry.state_binding_suspended",
  suspended: "registry.state_suspended",
  without_consent: "registry.state_without_consent",
};

/** Returns the function that names a state in which somebody must act. */
export function useStateName(): (status: string) => string {
  const t = useText();
  return (status) => {
    const key = NAMES[status];
    return key === undefined ? status.replaceAll("_", " ") : t(key);
  };
}
