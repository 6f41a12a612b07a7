/** The state that a redemption looks like: approved is shown as Waiting for Payment (C109). */
export const stateLook = (status: string): string => (status === "approved" ? "waiting_for_payment" : status);
