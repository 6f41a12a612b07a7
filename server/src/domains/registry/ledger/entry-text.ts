// What is hashed of an entry, written anew from its rows: a row that was changed no longer says what its text says.
import { canonicalText, type CanonicalValue } from "@heliograph/contract";
import { z } from "zod";
import type { Leg, PostedEntry } from "./journal.ts";

/** Members of the two texts that no row has; everything else is written anew. */
const free: z.ZodType<CanonicalValue> = z.lazy(() =>
  z.union([z.string(), z.array(free), z.record(z.string(), free)]),
);
const publicText = z.object({ record: free });
/** Entries of before migration 0101 have no version here, and say neither what was asked for nor which numbers certificates have elsewhere. */
const privateText = z.object({ note: free, v: z.literal("2").optional() });

/** Numbers that a batch has at another registry, as its entry names them. */
export type ForeignText = Readonly<Record<"first" | "registry" | "series" | "until", string>>;

/** What the texts name by other words than the rows do. */
interface Names {
  readonly batch: (batch_id: number) => Readonly<Record<string, string>>;
  readonly lot: (lot_id: number) => Readonly<Record<string, string>>;
  readonly foreign: (batch_id: number) => readonly ForeignText[];
}

interface Texts {
  readonly entry_uid: string;
  readonly reverses_uid: string | null;
  readonly public_part: string;
  readonly private_part: string;
  readonly request_hash: Uint8Array;
}

/** Whether both texts are exactly what the entry's rows and their own record and note make. */
export function isWhatTheRowsSay(
  entry: PostedEntry,
  { entry_uid, reverses_uid, public_part, private_part, request_hash }: Texts,
  names: Names,
): boolean {
  try {
    const { record } = publicText.parse(JSON.parse(public_part));
    const { note, v } = privateText.parse(JSON.parse(private_part));
    const request = v === undefined ? null : Buffer.from(request_hash).toString("hex");
    return (
      publicOf(entry, { entry_uid, reverses_uid, record }, names) === public_part &&
      privateOf(entry, { note, request }, names) === private_part
    );
  } catch {
    return false;
  }
}

function publicOf(
  { at, legs, type }: PostedEntry,
  { entry_uid, reverses_uid, record }: Pick<Texts, "entry_uid" | "reverses_uid"> & { record: CanonicalValue },
  { batch }: Names,
): string {
  return canonicalText({
    at: new Date(at).toISOString(),
    batches: legs.filter(({ from }) => from === null).map(({ batch_id }) => batch(batch_id)),
    entry: entry_uid,
    legs: legs.map((leg) => ({
      batch: batch(leg.batch_id)["code"] ?? "",
      first: String(leg.first),
      from: leg.from?.sub_account ?? "issue",
      to: leg.to.sub_account,
      until: String(leg.until),
    })),
    record,
    reverses: reverses_uid ?? "",
    type,
    v: "1",
  });
}

/** `request`: hash of what was asked for; null: the text is of the form that does not say it. */
function privateOf(
  { actor_id, key, legs, reference }: PostedEntry,
  { note, request }: { note: CanonicalValue; request: string | null },
  { batch, foreign, lot }: Names,
): string {
  const placed = ({ from, to }: Leg): CanonicalValue => ({
    from: textOf(from?.account_id),
    from_lot: from === null ? "" : lot(from.lot_id),
    from_reference: from?.reference ?? "",
    to: textOf(to.account_id),
    to_lot: lot(to.lot_id),
    to_reference: to.reference ?? "",
  });
  return canonicalText({
    actor: textOf(actor_id),
    key,
    legs: legs.map(placed),
    note,
    reference: reference ?? "",
    ...(request === null ? {} : { foreign: numbersOf(legs, { batch, foreign }), request, v: "2" }),
  });
}

const numbersOf = (legs: readonly Leg[], { batch, foreign }: Omit<Names, "lot">): CanonicalValue =>
  legs
    .filter(({ from }) => from === null)
    .flatMap(({ batch_id }) =>
      foreign(batch_id).map((numbers) => ({ batch: batch(batch_id)["code"] ?? "", ...numbers })),
    );

const textOf = (id: number | null | undefined): string => (id === null || id === undefined ? "" : String(id));
