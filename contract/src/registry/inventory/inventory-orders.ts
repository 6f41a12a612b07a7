/** By what balances can be put in order: within their tickers, and these by the first of theirs. */
export const BALANCE_ORDERS = [
  "device",
  "location",
  "fuel",
  "available",
  "on_sale",
  "in_settlement",
  "redemption_pending",
  "total",
  "ticker",
  "vintage",
  "province",
  "onSale",
  "onRedemption",
] as const;

/** By what transactions can be put in order. */
export const TRANSACTION_ORDERS = [
  "transaction",
  "registry",
  "type",
  "amount",
  "tickers",
  "reference",
  "created",
] as const;
