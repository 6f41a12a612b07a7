// The certificate ledger as a server starts: where its keys and heads lie, and whether the database has all that was published of it.
import { join, resolve } from "node:path";
import { holdUnlessCurrent, type HeadPlaces } from "./domains/registry/index.ts";
import type { Config } from "./platform/config.ts";
import type { Installation, Startup } from "./platform/installation.ts";

/** Keys of the certificate ledger. */
export const ledgerFolder = ({ DATA_DIR }: Config): string => join(resolve(DATA_DIR), "ledger");

/** Where the head of the certificate log of each day goes. */
export const headPlaces = (config: Config): HeadPlaces => ({
  file: resolve(config.HEADS_FILE ?? join(ledgerFolder(config), "heads.jsonl")),
  webhook: config.HEADS_WEBHOOK ?? null,
});

/** Holds the certificate ledger before anybody can post, where the database has not what was published of it (rule R24). */
export async function lookAtLedger({ config, log, say }: Startup, { api }: Installation): Promise<void> {
  const hold = await holdUnlessCurrent(api.db, ledgerFolder(config));
  if (hold === null) return;
  const { size, log_size } = hold;
  log.error({ hold }, "the certificate ledger is held");
  say(
    `  Warning   the certificate ledger is read only: its log had ${size} entries and has ${log_size} (docs/ledger.md)`,
  );
}
