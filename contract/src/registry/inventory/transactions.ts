// The history of what came to an account and left it (C66, C92).
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { utcInstant } from "../../kernel/units.ts";
import { RECORD_READ_REFUSALS, recordListQuery } from "../../parties/records.ts";
import { CERTIFICATE_REGISTRIES, type EntryType } from "../ledger.ts";
import { TRANSACTION_ORDERS } from "./inventory-orders.ts";
import { recordBehind } from "./record-behind.ts";

/** What a row of the history is (design §2.12). */
export const TRANSACTION_TYPES = [
  "Issuance",
  "Import",
  "Purchase",
  "Sale",
  "Transfer In",
  "Transfer Out",
  "Redemption",
  "Export",
  "Adjustment",
  "Reversal",
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What an entry is in the history of an account that gains (`in`) or loses certificates by it; null: no row, it is a reservation. */
export const transactionTypeOf = (entry: EntryType, side: "in" | "out"): TransactionType | null =>
  TYPE_OF[entry]?.[side] ?? null;

const both = (type: TransactionType) => ({ in: type, out: type });
const TYPE_OF: Readonly<Partial<Record<EntryType, Readonly<Record<"in" | "out", TransactionType>>>>> = {
  issue: both("Issuance"),
  import: both("Import"),
  settle: { in: "Purchase", out: "Sale" },
  transfer: { in: "Transfer In", out: "Transfer Out" },
  retire: both("Redemption"),
  export: both("Export"),
  withdraw: both("Adjustment"),
  reversal: both("Reversal"),
};

const transaction = z.object({
  /** "TX-" and the number of the journal. */
  transaction_id: z.string(),
  registry: z.enum(CERTIFICATE_REGISTRIES),
  type: z.enum(TRANSACTION_TYPES),
  /** MWh; below 0: they left the account. */
  number_of_rec: z.int(),
  created_at: utcInstant,
  /** The record by which it happened; null: none. */
  reference: z.string().nullable(),
  /** Null: the reference is no record of the account's own. */
  record: recordBehind.nullable(),
  /** Tickers that it is about, in order. */
  tickers: z.array(z.string()),
});
export type InventoryTransaction = z.output<typeof transaction>;

export const listTransactions = endpoint({
  name: "listTransactions",
  method: "GET",
  path: "rehash/transactions",
  keyRight: "none",
  summary: "What certificates came to the account and left it, from the journal",
  query: z.object({
    account: z.uuid(),
    /** I-REC and TIGR together, or GEC. */
    of: z.enum(["irec_tigr", "gec"]).default("irec_tigr"),
    type: z.enum(TRANSACTION_TYPES).optional(),
    /** `search`: words in the transaction's id or its record. */
    ...recordListQuery(z.enum(TRANSACTION_ORDERS).default("created")),
  }),
  answer: z.object({ items: z.array(transaction), total_items: z.int() }),
  refusals: [...RECORD_READ_REFUSALS],
});
