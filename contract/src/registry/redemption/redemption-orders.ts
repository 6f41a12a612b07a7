/** By what redemptions can be put in order. */
export const REDEMPTION_ORDERS = [
  "number",
  "status",
  "company",
  "device",
  "location",
  "beneficiary",
  "vintage",
  "amount",
  "created",
  "completed",
  /** Until when somebody must act. */
  "next",
  "registry",
  "fuel",
  "province",
  "redeems_for",
] as const;
