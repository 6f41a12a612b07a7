// A server for mails on loopback, and what it was sent, as a mail program reads it.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import type { MailSettings } from "../../src/domains/notices/index.ts";
import { freshStore } from "../file-kit.ts";

/** A refusal as the server for mails says it: 4xx for now, 5xx for good. */
interface Refusal {
  readonly at: "recipient" | "data";
  readonly code: number;
  readonly words: string;
}

/** A server for mails; `refusals` are said first, one a mail, and what came after that is in `mails`. */
export async function mailServer(refusals: Refusal[] = []) {
  const mails: (ParsedMail & { envelope: { from: string; to: string[] } })[] = [];
  const sources: Buffer[] = [];
  const refuse = (at: Refusal["at"]): Error | null => {
    if (refusals[0]?.at !== at) return null;
    const [{ code, words } = { code: 500, words: "" }] = refusals.splice(0, 1);
    return Object.assign(new Error(words), { responseCode: code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, heard) => heard(refuse("recipient")),
    onData: (stream, session, heard) => {
      void buffer(stream).then(async (source) => {
        const refusal = refuse("data");
        if (refusal !== null) return heard(refusal);
        const from = session.envelope.mailFrom;
        sources.push(source);
        mails.push({
          ...(await simpleParser(source)),
          envelope: {
            from: from === false ? "" : from.address,
            to: session.envelope.rcptTo.map(({ address }) => address),
          },
        });
        return heard(null);
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, sources, close };
}

/** Settings by which mails go to the server, or, without one, into a folder of the test's own. */
export async function mailsInFolder(smtpUrl?: string): Promise<MailSettings> {
  const { store, folder } = await freshStore();
  return {
    smtpUrl,
    from: "Heliograph <portal@test.example>",
    outbox: join(folder, "outbox"),
    documents: store,
  };
}
