// How what a call by PUT changes is named and read.

/** Fields of a body. */
export type Body = Readonly<Record<string, unknown>>;

/** How what a call changes is read. */
export interface Thing {
  /** What names the thing; no field of it. */
  readonly names: readonly string[];
  /** The field that holds the fields; left out: the body itself does. */
  readonly within?: string;
  /** Fields that are only given together. */
  readonly together?: readonly (readonly string[])[];
  /** Fields without which there is no call, beside the names. */
  readonly always?: readonly string[];
  /** A value of every field, none of them what the server itself would put there, and another value of each. */
  readonly first: Body;
  readonly second: Body;
  /** The table that holds it, a row a thing, and the columns of a field where they are not called as it is. */
  readonly table: string;
  readonly columns?: Readonly<Record<string, string | readonly string[]>>;
}
