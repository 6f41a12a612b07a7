// A transaction over the pg pool itself, for binary arrays and COPY.
import type pg from "pg";

/**
 * Does the work in a transaction on one connection of the pool; what it throws undoes it. A connection that is lost, or stuck in the failed
 * transaction, is dropped rather than returned.
 */
export async function transacted<R>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<R>): Promise<R> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
