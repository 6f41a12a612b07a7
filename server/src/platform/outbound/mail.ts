// Mails as bytes, and the way of a mail to the server that takes it (RFC 5322, RFC 5321).
import { createTransport, type SentMessageInfo } from "nodemailer";

/** A mail as it goes out. */
interface OutgoingMail {
  /** Between angle brackets. */
  readonly message_id: string;
  readonly date: Date;
  /** Address, or name and address ("Heliograph <no-reply@example.com>"). */
  readonly from: string;
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly mime: string; readonly content: Buffer }[];
}

/** What a server for mails said. `is_final`: it will not take this mail later either. */
export type MailResult = { kind: "accepted" } | { kind: "refused"; is_final: boolean; answer: string };

const CONNECT_MS = 10_000;
/** Without a word for so long, a server for mails is left. */
const SILENT_MS = 30_000;

/**
 * The mail as bytes: the same for the same mail. Throws RangeError where a header would have more than one line, as one that smuggles
 * further headers in has.
 */
export async function mailBytes(mail: OutgoingMail): Promise<Buffer> {
  const { message_id, date, from, to, language, subject, text, html, attachments } = mail;
  const headers = [message_id, from, to, language, subject, ...attachments.map(({ name }) => name)];
  if (headers.some((one) => /\p{Cc}/u.test(one))) throw new RangeError("A header of a mail is one line");
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  }).sendMail({
    messageId: message_id,
    date,
    from,
    to: { name: "", address: to },
    subject,
    text,
    ...(html === null ? {} : { html }),
    attachments: attachments.map(({ name, mime, content }) => ({
      filename: name,
      contentType: mime,
      content,
    })),
    headers: { "Content-Language": language, "Auto-Submitted": "auto-generated" },
    baseBoundary: message_id.replace(/[^\w]/g, "").slice(0, 40),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(message)) throw new TypeError("the mail came as a stream");
  return message;
}

/** Hands the bytes to the server for mails at the URL (smtp://name:word@host:587, smtps://…) and returns what that said. */
export async function sendBySmtp(
  url: string,
  bytes: Buffer,
  { from, to }: Pick<OutgoingMail, "from" | "to">,
): Promise<MailResult> {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  });
  try {
    const answer: SentMessageInfo = await transport.sendMail({
      envelope: { from: addressIn(from), to },
      raw: bytes,
    });
    return answer.accepted !== undefined && answer.accepted.length > 0
      ? { kind: "accepted" }
      : { kind: "refused", is_final: true, answer: String(answer.response) };
  } catch (error) {
    return { kind: "refused", ...refusalOf(error) };
  } finally {
    transport.close();
  }
}

/** The bare address of "Heliograph <no-reply@example.com>". */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** 5xx is for good (RFC 5321 section 4.2.1), but for the sign-in at the server: that is mended by the operator, and the mail goes then. */
function refusalOf(error: unknown): { is_final: boolean; answer: string } {
  const answer = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const status = error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
  const isFinal =
    typeof status === "number" && status >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  return { is_final: isFinal, answer };
}
