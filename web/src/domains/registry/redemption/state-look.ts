const LOOKS: Readonly<Record<string, string>> = {
  approved: "waiting_for_payment",
  partial_paid: "waiting_for_payment",
  partial_payment_follow_up: "waiting_for_payment",
  waiting_for_confirmation: "in_progress",
};

/** The state that a redemption looks like: approved is shown as Waiting for Payment (C109). */
export const stateLook = (status: string): string => LOOKS[status] ?? status;
