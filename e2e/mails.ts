// Mails that the server has written: without a server for mails they lie in its outbox.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";

/** Mails to the address that lie in the outbox, the oldest first; those of one second in any order. */
export async function mailsTo(address: string) {
  const outbox = join(`${process.env["HELIOGRAPH_DATA"]}`, "outbox");
  const names = await readdir(outbox).catch(() => []); // there is no folder before the first mail
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => simpleParser(await readFile(join(outbox, name)))),
  );
  return mails
    .filter(({ to }) => to !== undefined && !Array.isArray(to) && to.text === address)
    .toSorted((a, b) => (a.date?.getTime() ?? 0) - (b.date?.getTime() ?? 0));
}
