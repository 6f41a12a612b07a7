// What is hashed of an entry, written anew from its rows: a row that was changed no longer says what its text says.
import { canonicalText, type CanonicalValue } from "@heliograph/contract";
import { z } from "zod";
import type { Leg, PostedEntry } from "./journal.ts";

/** Members of the two texts that no row has; everything else is written anew. */
const free: z.ZodType<CanonicalValue> = z.lazy(() =>
  z.union([z.string(), z.array(free), z.record(z.string(), free)]),
);
const publicText = z.object({ record: free });
const privateText = z.object({ note: free });

/** What the texts name by other words than the rows do. */
interface Names {
  readonly batch: (batch_id: number) => Readonly<Record<string, string>>;
  readonly lot: (lot_id: number) => Readonly<Record<string, string>>;
}

interface Texts {
  readonly entry_uid: string;
  readonly reverses_uid: string | null;
  readonly public_part: string;
  readonly private_part: string;
}

/** Whether both texts are exactly what the entry's rows and their own record and note make. */
export function isWhatTheRowsSay(
  entry: PostedEntry,
  { entry_uid, reverses_uid, public_part, private_part }: Texts,
  names: Names,
): boolean {
  try {
    const { record } = publicText.parse(JSON.parse(public_part));
    const { note } = privateText.parse(JSON.parse(private_part));
    return (
      publicOf(entry, { entry_uid, reverses_uid, record }, names) === public_part &&
      privateOf(entry, note, names) === private_part
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

function privateOf(
  { actor_id, key, legs, reference }: PostedEntry,
  note: CanonicalValue,
  { lot }: Names,
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
  });
}

const textOf = (id: number | null | undefined): string => (id === null || id === undefined ? "" : String(id));
