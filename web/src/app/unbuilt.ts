// Addresses of the specification whose functions are not built yet, and what each page is called (rulings 16 and 36). What gets
// its screen leaves this list for screens.ts.
import type { patterns } from "./paths.ts";
import type { PublicKey } from "./texts/keys.ts";

type Page = keyof typeof patterns;

/** The name of each page that only says 'Function is updating' (M258). */
export const unbuilt = {
  recDashboard: "rec.title",
  recMarketplace: "rec.title",
  recExchange: "rec.title",
  recActivities: "rec.title",
  recOffExchange: "rec.title",
  recServices: "rec.title",
  recDevices: "rec.title",
  recCertificates: "rec.title",
  recReceivable: "rec.title",
  recPayable: "rec.title",
  recFee: "rec.title",
  recProfile: "rec.title",
  recDetails: "rec.title",
} as const satisfies Partial<Record<Page, PublicKey>>;

/** A page that is not built yet. */
export type UnbuiltPage = keyof typeof unbuilt;
