// npm run ledger:keys [-- rotate [pdf]] [-- revoke <key> --reason "<why>"]
// Lists the keys that sign the log of the certificate ledger and its statements; has another take over; revokes one as of its last head. A server
// that runs goes on with the new key by itself.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { logKeys, revokeKey, rotateDocumentKey, rotateKey } from "./domains/registry/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";
import type { Db } from "./platform/db.ts";

const REASON_LENGTH = 300;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function list(db: Db): Promise<void> {
  for (const { key_id, use, since, revoked } of await logKeys(db)) {
    const until = revoked === null ? "" : `, revoked ${revoked.at}, counts up to the head of ${revoked.size}`;
    print(`${key_id}  ${use}, since ${since}${until}`);
  }
}

async function keys(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: "string", default: "" } },
  });
  const [action = "list", of = ""] = positionals;
  const reason = values.reason.trim();
  const config = configOrExit();
  const folder = join(resolve(config.DATA_DIR), "ledger");
  await withDatabase(config, async ({ db }) => {
    if (action === "list") return list(db);
    if (action === "rotate") {
      if (of !== "" && of !== "pdf") throw new Error(`There is no key of ${of}; there is that of pdf`);
      const { key_id, before } = await (of === "pdf" ? rotateDocumentKey : rotateKey)(db, folder);
      return print(`${key_id} signs from now on${before === null ? "" : ` in place of ${before}`}`);
    }
    if (action !== "revoke") throw new Error(`There is no ${action}; there are list, rotate and revoke`);
    if (of === "" || reason === "" || reason.length > REASON_LENGTH) {
      throw new Error(`Name the key and why: -- revoke <key> --reason "<1 to ${REASON_LENGTH} characters>"`);
    }
    const { last_size, next } = await revokeKey(db, folder, { key_id: of, reason });
    print(`${of} is revoked and counts up to the head of ${last_size}`);
    if (next !== null) print(`${next} signs from now on`);
  });
}

await runCommand(keys);
