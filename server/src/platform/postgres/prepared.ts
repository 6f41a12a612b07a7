// Statements that a connection plans once and then only runs: those that the query builder sends and whose text asks for it.
import { sql, type RawBuilder } from "kysely";
import type pg from "pg";

const MARK = /^\s*\/\* prepared (\w+) \*\//;

/** What a statement begins with that each connection keeps prepared under the name; two statements never have one name. */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared ${name} */`);

/** Makes the connection keep such statements. */
export function keepPrepared(client: pg.ClientBase): void {
  // oxlint-disable-next-line no-unsafe-type-assertion -- of its many forms the query builder uses the one with text and values
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const named = (first: unknown, ...rest: unknown[]): unknown => {
    const name = typeof first === "string" ? MARK.exec(first)?.[1] : undefined;
    return name === undefined ? query(first, ...rest) : query({ name, text: first, values: rest[0] });
  };
  Object.assign(client, { query: named });
}
