/**
 * Who is told of each transition, as the issuers and operators of the certificate workspace expect it. A side alone finds it in its list; "aloud"
 * it is told, to those in brackets, and "turn" too that it must act.
 */
export const TOLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  device_application: {
    "– → draft: create by trader, account_manager": "account",
    "– → draft: create by system": "account turn (TR, AM)",
    "draft → pending: submit by trader, account_manager": "account · issuer turn",
    "draft → deleted: delete by trader, account_manager": "account",
    "pending → pending: open by issuer": "account aloud (TR, AM) · issuer",
    "pending → to_resubmit: refer by issuer": "account turn (TR, AM) · issuer",
    "to_resubmit → pending: resubmit by trader, account_manager": "account · issuer turn",
    "pending → approved: approve by issuer": "account aloud (TR, AM) · issuer",
    "pending → approved: approve_large by issuer": "account aloud (TR, AM) · issuer",
    "pending → approved: approve_overriding by issuer": "account aloud (TR, AM) · issuer",
    "pending → declined: decline by issuer": "account aloud (TR, AM) · issuer",
    "pending → draft: recall by account_manager": "account · issuer aloud",
  },
  registered_device: {
    "– → in_force: create by issuer": "account · issuer",
    "in_force → suspended: suspend by issuer": "account aloud (TR, AM) · issuer",
    "in_force → suspended: suspend by platform_operator":
      "account aloud (TR, AM) · issuer turn · platform_operator",
    "binding_suspended → suspended: suspend by issuer": "account aloud (TR, AM) · issuer",
    "binding_suspended → suspended: suspend by platform_operator":
      "account aloud (TR, AM) · issuer turn · platform_operator",
    "suspended → in_force: resume by issuer": "account aloud (TR, AM) · issuer",
    "suspended → in_force: resume by platform_operator":
      "account aloud (TR, AM) · issuer aloud · platform_operator",
    "binding_suspended → in_force: confirm_binding by issuer": "account aloud (TR, AM) · issuer",
    "in_force → in_force: ask_change by issuer": "account aloud (TR, AM) · issuer",
    "in_force → in_force: ask_change by platform_operator": "account aloud (TR, AM) · platform_operator",
    "binding_suspended → binding_suspended: ask_change by issuer": "account aloud (TR, AM) · issuer",
    "binding_suspended → binding_suspended: ask_change by platform_operator":
      "account aloud (TR, AM) · issuer turn · platform_operator",
    "suspended → suspended: ask_change by issuer": "account aloud (TR, AM) · issuer",
    "suspended → suspended: ask_change by platform_operator":
      "account aloud (TR, AM) · issuer turn · platform_operator",
    "without_consent → without_consent: ask_change by issuer": "account turn (TR, AM) · issuer",
    "without_consent → without_consent: ask_change by platform_operator":
      "account turn (TR, AM) · platform_operator",
    "in_force → in_force: find_meter by issuer": "account aloud (TR, AM) · issuer",
    "binding_suspended → binding_suspended: find_meter by issuer": "account aloud (TR, AM) · issuer",
    "suspended → suspended: find_meter by issuer": "account aloud (TR, AM) · issuer",
    "without_consent → without_consent: find_meter by issuer": "account turn (TR, AM) · issuer",
    "in_force → in_force: change_members by trader, account_manager": "account",
    "binding_suspended → binding_suspended: change_members by trader, account_manager":
      "account · issuer turn",
    "suspended → suspended: change_members by trader, account_manager": "account · issuer turn",
    "without_consent → without_consent: change_members by trader, account_manager": "account",
    "in_force → in_force: release by account_manager": "account",
    "binding_suspended → binding_suspended: release by account_manager": "account · issuer turn",
    "suspended → suspended: release by account_manager": "account · issuer turn",
    "without_consent → without_consent: release by account_manager": "account",
    "in_force → in_force: take_back by account_manager": "account",
    "binding_suspended → binding_suspended: take_back by account_manager": "account · issuer turn",
    "suspended → suspended: take_back by account_manager": "account · issuer turn",
    "without_consent → without_consent: take_back by account_manager": "account",
    "in_force → in_force: succeed by system": "account aloud (TR, AM)",
    "binding_suspended → binding_suspended: succeed by system": "account aloud (TR, AM) · issuer turn",
    "suspended → suspended: succeed by system": "account aloud (TR, AM) · issuer turn",
    "without_consent → without_consent: succeed by system": "account turn (TR, AM)",
    "in_force → binding_suspended: change_binding by system": "account aloud (TR, AM) · issuer turn",
    "in_force → without_consent: lose_consent by system": "account turn (TR, AM)",
    "binding_suspended → without_consent: lose_consent by system": "account turn (TR, AM) · issuer aloud",
    "suspended → without_consent: lose_consent by system": "account turn (TR, AM) · issuer aloud",
    "without_consent → suspended: find_consent by system": "account aloud (TR, AM) · issuer turn",
  },
  issuance: {
    "– → draft: create by trader, account_manager": "account",
    "– → draft: create by system": "account turn (TR, AM)",
    "draft → draft: set_period by trader, account_manager": "account",
    "draft → draft: declare by trader, account_manager": "account",
    "draft → pending: submit by trader, account_manager": "account · issuer turn",
    "draft → deleted: delete by trader, account_manager": "account",
    "draft → deleted: lapse by system": "account aloud (TR, AM)",
    "to_resubmit → to_resubmit: amend_evidence by trader, account_manager": "account",
    "to_resubmit → to_resubmit: amend_period by trader, account_manager": "account",
    "pending → in_progress: take by issuer": "account aloud (TR, AM) · issuer",
    "in_progress → in_progress: accept_check by issuer": "account · issuer",
    "pending → to_resubmit: refer by issuer": "account turn (TR, AM) · issuer",
    "in_progress → to_resubmit: refer by issuer": "account turn (TR, AM) · issuer",
    "to_resubmit → pending: resubmit by trader, account_manager": "account · issuer turn",
    "pending → withdrawn: withdraw by trader, account_manager": "account · issuer aloud",
    "in_progress → withdrawn: withdraw by trader, account_manager": "account · issuer aloud",
    "to_resubmit → withdrawn: withdraw by trader, account_manager": "account",
    "pending → approved: approve by issuer": "account aloud (TR, AM) · issuer",
    "in_progress → approved: approve by issuer": "account aloud (TR, AM) · issuer",
    "pending → approved: approve_declared by issuer": "account aloud (TR, AM) · issuer",
    "in_progress → approved: approve_declared by issuer": "account aloud (TR, AM) · issuer",
    "pending → rejected: reject by issuer": "account aloud (TR, AM) · issuer",
    "in_progress → rejected: reject by issuer": "account aloud (TR, AM) · issuer",
    "approved → approved: restate by system": "account aloud (TR, AM)",
  },
  redemption: {
    "– → in_progress: create by trader, account_manager": "account · issuer turn",
    "in_progress → approved: approve by issuer": "account turn (TR, AM) · issuer",
    "in_progress → returned: return by issuer": "account turn (TR, AM) · issuer",
    "in_progress → returned: return by platform_operator":
      "account turn (TR, AM) · issuer aloud · platform_operator",
    "in_progress → rejected: reject by issuer": "account aloud (TR, AM) · issuer",
    "in_progress → rejected: reject by platform_operator":
      "account aloud (TR, AM) · issuer aloud · platform_operator",
    "returned → in_progress: resubmit by trader, account_manager": "account · issuer turn",
    "in_progress → in_progress: countersign by account_manager": "account · issuer turn",
    "in_progress → cancelled: cancel by trader, account_manager": "account · issuer aloud",
    "returned → cancelled: cancel by trader, account_manager": "account",
    "approved → cancelled: cancel_unpaid by account_manager": "account",
    "approved → retiring: retire_elsewhere by system": "account aloud (TR, AM)",
    "approved → completed: complete by system": "account aloud (TR, AM)",
    "retiring → completed: complete by system": "account aloud (TR, AM)",
    "approved → cancelled: expire by system": "account aloud (TR, AM)",
    "returned → cancelled: lapse by system": "account aloud (TR, AM)",
    "approved → approved: extend by platform_operator": "account turn (TR, AM) · platform_operator",
    "completed → completed: correct by issuer": "account aloud (TR, AM) · issuer",
    "completed → completed: correct by platform_operator": "account aloud (TR, AM) · platform_operator",
    "approved → cancelled: refund by platform_operator": "account aloud (TR, AM) · platform_operator",
    "retiring → cancelled: refund by platform_operator": "account aloud (TR, AM) · platform_operator",
    "approved → waiting_for_confirmation: look_for_money by system":
      "account aloud (TR, AM) · platform_operator turn",
    "partial_paid → cancelled: cancel_unpaid by account_manager": "account",
    "partial_paid → cancelled: refund by platform_operator": "account aloud (TR, AM) · platform_operator",
    "partial_paid → completed: complete by system": "account aloud (TR, AM)",
    "partial_paid → partial_paid: extend_rest by platform_operator":
      "account turn (TR, AM) · platform_operator",
    "partial_paid → partial_payment_follow_up: fall_behind by system":
      "account aloud (TR, AM) · platform_operator turn",
    "partial_paid → retiring: retire_elsewhere by system": "account aloud (TR, AM)",
    "partial_paid → waiting_for_confirmation: look_for_money by system":
      "account aloud (TR, AM) · platform_operator turn",
    "partial_payment_follow_up → cancelled: cancel_unpaid by account_manager":
      "account · platform_operator aloud",
    "partial_payment_follow_up → cancelled: refund by platform_operator":
      "account aloud (TR, AM) · platform_operator",
    "partial_payment_follow_up → completed: complete by system":
      "account aloud (TR, AM) · platform_operator aloud",
    "partial_payment_follow_up → partial_paid: extend_rest by platform_operator":
      "account turn (TR, AM) · platform_operator",
    "partial_payment_follow_up → retiring: retire_elsewhere by system":
      "account aloud (TR, AM) · platform_operator aloud",
    "partial_payment_follow_up → waiting_for_confirmation: look_for_money by system":
      "account aloud (TR, AM) · platform_operator turn",
    "waiting_for_confirmation → approved: await_payment by system":
      "account turn (TR, AM) · platform_operator aloud",
    "waiting_for_confirmation → cancelled: cancel_unpaid by account_manager":
      "account · platform_operator aloud",
    "waiting_for_confirmation → cancelled: refund by platform_operator":
      "account aloud (TR, AM) · platform_operator",
    "waiting_for_confirmation → completed: complete by system":
      "account aloud (TR, AM) · platform_operator aloud",
    "waiting_for_confirmation → partial_paid: await_rest by system":
      "account turn (TR, AM) · platform_operator aloud",
    "waiting_for_confirmation → retiring: retire_elsewhere by system":
      "account aloud (TR, AM) · platform_operator aloud",
  },
  gec_redemption: {
    "– → recorded: create by platform_operator": "platform_operator",
    "recorded → pending_buyer_input: confirm by platform_operator":
      "buyer turn (TR, AM) · seller aloud (TR, AM) · platform_operator",
    "recorded → withdrawn: withdraw by platform_operator": "platform_operator",
    "recorded → withdrawn: lapse by system": "platform_operator aloud",
    "pending_buyer_input → pending_seller_upload_certificate: give_consumer by trader, account_manager":
      "buyer · seller turn (TR, AM)",
    "pending_seller_upload_certificate → in_progress: upload_certificates by trader, account_manager":
      "buyer aloud (TR, AM) · seller · platform_operator turn",
    "in_progress → completed: verify by platform_operator":
      "buyer aloud (TR, AM) · seller aloud (TR, AM) · platform_operator",
    "in_progress → pending_seller_upload_certificate: return_to_seller by platform_operator":
      "buyer aloud (TR, AM) · seller turn (TR, AM) · platform_operator",
    "pending_seller_upload_certificate → pending_buyer_input: return_to_buyer by platform_operator":
      "buyer turn (TR, AM) · seller aloud (TR, AM) · platform_operator",
    "in_progress → pending_buyer_input: return_to_buyer by platform_operator":
      "buyer turn (TR, AM) · seller aloud (TR, AM) · platform_operator",
    "pending_buyer_input → closed: close by platform_operator":
      "buyer aloud (TR, AM) · seller aloud (TR, AM) · platform_operator",
    "pending_seller_upload_certificate → closed: close by platform_operator":
      "buyer aloud (TR, AM) · seller aloud (TR, AM) · platform_operator",
    "in_progress → closed: close by platform_operator":
      "buyer aloud (TR, AM) · seller aloud (TR, AM) · platform_operator",
  },
  registry_call: {
    "– → prepared: create by system": "account",
    "prepared → by_hand: hand_over by system": "account · platform_operator turn",
    "prepared → sent: send by system": "account",
    "unknown → sent: send by system": "account · platform_operator aloud",
    "sent → unknown: lose by system": "account · platform_operator turn",
    "sent → acknowledged: answer by system": "account",
    "unknown → acknowledged: answer by system": "account · platform_operator aloud",
    "sent → refused: decline by system": "account · platform_operator turn",
    "unknown → refused: decline by system": "account · platform_operator turn",
    "by_hand → acknowledged: acknowledge by issuer": "account · issuer · platform_operator aloud",
    "by_hand → acknowledged: acknowledge by platform_operator": "account · platform_operator",
    "unknown → acknowledged: acknowledge by issuer": "account · issuer · platform_operator aloud",
    "unknown → acknowledged: acknowledge by platform_operator": "account · platform_operator",
    "by_hand → refused: refuse by issuer": "account · issuer · platform_operator turn",
    "by_hand → refused: refuse by platform_operator": "account · platform_operator",
    "unknown → refused: refuse by issuer": "account · issuer · platform_operator turn",
    "unknown → refused: refuse by platform_operator": "account · platform_operator",
    "unknown → unknown: ask by issuer": "account · issuer · platform_operator",
    "unknown → unknown: ask by platform_operator": "account · platform_operator",
    "refused → closed: try_again by issuer": "account · issuer · platform_operator aloud",
    "refused → closed: try_again by platform_operator": "account · platform_operator",
    "refused → closed: close by system": "account · platform_operator aloud",
  },
  rec_import: {
    "– → in_progress: create by trader, account_manager": "account · platform_operator turn",
    "in_progress → imported: confirm by platform_operator": "account aloud (TR, AM) · platform_operator",
    "imported → imported: confirm_rest by platform_operator": "account aloud (TR, AM) · platform_operator",
    "in_progress → rejected: reject by platform_operator": "account aloud (TR, AM) · platform_operator",
    "in_progress → rejected: lapse by system": "account aloud (TR, AM) · platform_operator aloud",
  },
  business_account: {
    "– → draft: create by account_manager": "account",
    "draft → under_review: submit by account_manager": "account · platform_operator turn",
    "draft → deleted: delete by account_manager": "account",
    "under_review → draft: return by platform_operator": "account turn (AM) · platform_operator",
    "under_review → active: activate by platform_operator": "account aloud (AM) · platform_operator",
    "active → amendment_review: amend by account_manager": "account · platform_operator turn",
    "amendment_review → active: approve_amendment by platform_operator":
      "account aloud (AM) · platform_operator",
    "amendment_review → active: return_amendment by platform_operator":
      "account aloud (AM) · platform_operator",
    "active → suspended: suspend by platform_operator": "account aloud (AM) · platform_operator",
    "amendment_review → suspended: suspend by platform_operator": "account aloud (AM) · platform_operator",
    "suspended → active: resume by platform_operator": "account aloud (AM) · platform_operator",
    "active → closed: close by account_manager": "account",
    "active → closed: close by platform_operator": "account aloud (AM) · platform_operator",
    "amendment_review → closed: close by account_manager": "account · platform_operator aloud",
    "amendment_review → closed: close by platform_operator": "account aloud (AM) · platform_operator",
    "suspended → closed: close by account_manager": "account · platform_operator aloud",
    "suspended → closed: close by platform_operator": "account aloud (AM) · platform_operator",
  },
  bank_account: {
    "– → pending_verification: create by account_manager": "account · platform_operator turn",
    "pending_verification → verified: verify by platform_operator": "account aloud (AM) · platform_operator",
    "pending_verification → rejected: reject by platform_operator": "account turn (AM) · platform_operator",
    "pending_verification → pending_verification: edit by account_manager":
      "account · platform_operator turn",
    "verified → pending_verification: edit by account_manager": "account · platform_operator turn",
    "rejected → pending_verification: edit by account_manager": "account · platform_operator turn",
    "verified → verified: make_default by account_manager": "account",
    "pending_verification → archived: archive by account_manager": "account · platform_operator aloud",
    "verified → archived: archive by account_manager": "account",
    "rejected → archived: archive by account_manager": "account",
  },
  gec_selling: {
    "– → disabled: create by system": "account",
    "disabled → requested: request by account_manager": "account · platform_operator turn",
    "requested → disabled: withdraw by account_manager": "account · platform_operator aloud",
    "requested → disabled: decline by platform_operator": "account aloud (AM) · platform_operator",
    "disabled → enabled: grant by platform_operator": "account aloud (AM) · platform_operator",
    "requested → enabled: grant by platform_operator": "account aloud (AM) · platform_operator",
    "enabled → enabled: change_limit by platform_operator": "account aloud (AM) · platform_operator",
    "enabled → disabled: disable by platform_operator": "account aloud (AM) · platform_operator",
  },
  invoice: {
    "– → unpaid: create by system": "account turn (TR, AM)",
    "unpaid → waiting_for_confirmation: report by trader, account_manager":
      "account · platform_operator turn",
    "partial_paid → waiting_for_confirmation: report by trader, account_manager":
      "account · platform_operator turn",
    "waiting_for_confirmation → paid: confirm by platform_operator":
      "account aloud (TR, AM) · platform_operator",
    "waiting_for_confirmation → partial_paid: confirm_part by platform_operator":
      "account turn (TR, AM) · platform_operator",
    "waiting_for_confirmation → unpaid: decline by platform_operator":
      "account turn (TR, AM) · platform_operator",
    "waiting_for_confirmation → partial_paid: decline_rest by platform_operator":
      "account turn (TR, AM) · platform_operator",
    "unpaid → expired: expire by system": "account aloud (TR, AM)",
    "unpaid → cancelled: cancel by system": "account aloud (TR, AM)",
    "partial_paid → cancelled: cancel by system": "account aloud (TR, AM)",
    "waiting_for_confirmation → cancelled: cancel by system":
      "account aloud (TR, AM) · platform_operator aloud",
    "unpaid → paid: settle by system": "account aloud (TR, AM)",
  },
};
