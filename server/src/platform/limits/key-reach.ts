// The API key that a call came with, known to everything that is done for the call: nothing has to pass it on, so that
// nothing can forget to.
import { AsyncLocalStorage } from "node:async_hooks";
import { sql, type RawBuilder } from "kysely";
import { Problem } from "../problem.ts";

/** What an API key may do and reach, beneath what its account may. */
export interface KeyReach {
  readonly api_key_id: number;
  readonly right: "read" | "write";
  /** The ids of the projects that it was given; null: all of its account's. */
  readonly projects: readonly number[] | null;
}

const calls = new AsyncLocalStorage<KeyReach | undefined>();

/** Runs `work`, and all that it starts, as a call with the key; undefined: with a session. */
export function withKey<T>(key: KeyReach | undefined, work: () => T): T {
  return calls.run(key, work);
}

/** The key of the call that is being answered; undefined: it came with a session, or nobody calls. */
export const keyOfCall = (): KeyReach | undefined => calls.getStore();

/** The content, each piece of it made as what begins now: whoever reads it later, and from where, changes nothing. */
export async function* asBegun<T>(content: AsyncIterable<T>): AsyncGenerator<T> {
  const key = keyOfCall();
  const source = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await withKey(key, () => source.next());
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    await source.return?.();
  }
}

/**
 * The condition that the call reaches the project whose id the expression is: for queries to which row-level security does not apply. Its text is the
 * same with a key and without one, so that a statement with it can be prepared.
 */
export function reaches(project_id: RawBuilder<unknown>): RawBuilder<boolean> {
  const projects = keyOfCall()?.projects ?? null;
  const ids = sql`${projects === null ? null : [...projects]}::int4[]`;
  return sql`(${ids} is null or ${project_id} = any(${ids}))`;
}

/** Refuses 403 `key.chosen_projects` a call with a key that was given some projects, where what it makes would be none of them. */
export function mustReachAll(): void {
  if ((keyOfCall()?.projects ?? null) === null) return;
  throw new Problem(
    403,
    "key.chosen_projects",
    "This API key is only good for the projects that were chosen for it",
  );
}
