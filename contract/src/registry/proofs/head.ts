// What a signed head of the log says, as the text that is signed.
import { canonicalText } from "./canonical.ts";

/** A state of the log: so many entries, and the root of the tree over them. */
interface TreeHead {
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
  /** The root of the head before; "": none. */
  readonly previous: string;
  /** ms since 1970. */
  readonly at: number;
  readonly key_id: string;
}

/** The bytes that are signed, as text. */
export function headText({ size, root, previous, at, key_id }: TreeHead): string {
  return canonicalText({
    at: new Date(at).toISOString(),
    key: key_id,
    previous,
    root,
    size: String(size),
    v: "1",
  });
}
