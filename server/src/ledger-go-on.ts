// npm run ledger:go-on [-- --lost --reason "<why>"]
// Says whether the certificate ledger is held because its database is older than what was published of its log, and what is missing. With --lost it goes
// on without: what is missing is lost for good, the keys so far are revoked as of the newest head that is left, and the journal says so.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { goOnWithout, holdUnlessCurrent } from "./domains/registry/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";

const REASON_LENGTH = 300;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function goOn(): Promise<void> {
  const { values } = parseArgs({
    options: { lost: { type: "boolean", default: false }, reason: { type: "string", default: "" } },
  });
  const config = configOrExit();
  const folder = join(resolve(config.DATA_DIR), "ledger");
  await withDatabase(config, async ({ db }) => {
    const hold = await holdUnlessCurrent(db, folder);
    if (hold === null) {
      print("The ledger is not held: the database has all that was published of its log");
      return;
    }
    print(`A head of ${hold.size} entries was published: ${hold.root}`);
    print(`The log in the database has ${hold.log_size} entries`);
    if (!values.lost) {
      print("Restore a newer backup, or the database's own log up to its end: docs/ledger.md");
      return;
    }
    const reason = values.reason.trim();
    if (reason === "" || reason.length > REASON_LENGTH) {
      throw new Error(`Say why, as the journal will: --reason "<1 to ${REASON_LENGTH} characters>"`);
    }
    const { key_id } = await goOnWithout(db, folder, reason);
    print(
      `The ledger goes on under the key ${key_id}; the keys before it count up to the newest head that is left`,
    );
    print(
      "Tell everybody who was sent a later head: npm run ledger:verify -- --heads <file> finds what is lost",
    );
  });
}

await runCommand(goOn);
