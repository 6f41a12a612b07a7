// Addresses of the specification whose functions are not built yet, and what each page is called (rulings 16 and 36). What gets
// its screen leaves this list for screens.ts.
import type { patterns } from "./paths.ts";
import type { TextKey } from "./texts/keys.ts";

type Page = keyof typeof patterns;

/** The name of each page that only says 'Function is updating' (M258). */
export const unbuilt = {
  recMarketplace: "Impact Marketplace",
  recExchange: "Exchange",
  recActivities: "My Activities",
  recOffExchange: "Off Exchange",
  recReceivable: "Account Receivable",
  recPayable: "Accounts Payable",
  recFee: "Fee",
  recDetails: "Details",
} as const satisfies Partial<Record<Page, TextKey>>;

/** A page that is not built yet. */
export type UnbuiltPage = keyof typeof unbuilt;
