// What is done with a call to another registry, and what its answers mean (docs/registry-connection.md): rules without a network.
import { z } from "zod";
import type { CallStatus } from "./call-life.ts";

/** What the other registry says of a transaction. */
const transactionAnswer = z.object({
  transaction: z.string(),
  /** `done`: it has been retired there; `refused`: it will not be; `pending`: it is not decided; `unknown`: the number was never received. */
  state: z.enum(["done", "refused", "pending", "unknown"]),
  /** Of what it received under the number: SHA-256 of the body, hexadecimal. */
  body_sha256: z.string().optional(),
  /** Its own number of the transaction; with `done`. */
  reference: z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,80}$/u)
    .optional(),
  /** Why not; with `refused`. */
  reason: z.string().max(500).optional(),
});

/** What an answer tells of a call. `unclear`: nothing that may be relied on, so that it is unknown. */
export type CallFinding =
  | { readonly kind: "done"; readonly reference: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "not_known" }
  | { readonly kind: "unclear"; readonly why: string };

/** The call that was made, and its answer. */
interface Heard {
  readonly method: "PUT" | "GET";
  readonly transaction: string;
  /** SHA-256 of the body of the call, hexadecimal. */
  readonly body_sha256: string;
  /** The status and the text of the answer. */
  readonly status: number;
  readonly text: string;
}

const NO_REASON = "It gave no reason.";

/**
 * What the answer means. Only an answer that is well formed and names the transaction decides anything: an error page of somebody between, or one about another body, says
 * nothing of the call. `not_known` is heard from a question alone.
 */
export function callFinding({ method, transaction, body_sha256, status, text }: Heard): CallFinding {
  const said = transactionAnswer.safeParse(parsed(text));
  if (!said.success || said.data.transaction !== transaction) {
    return { kind: "unclear", why: `HTTP ${status} without a word on this transaction` };
  }
  const { state, reference, reason } = said.data;
  if (state === "unknown") {
    return method === "GET" && status === 404
      ? { kind: "not_known" }
      : { kind: "unclear", why: `HTTP ${status}: the transaction is unknown to it` };
  }
  if (status < 200 || status > 299) return { kind: "unclear", why: `HTTP ${status} with the state ${state}` };
  if (said.data.body_sha256 !== body_sha256) {
    return { kind: "unclear", why: "The other registry has another body under this number" };
  }
  if (state === "pending") return { kind: "unclear", why: "The other registry has not decided yet" };
  if (state === "refused") {
    return { kind: "refused", reason: reason?.replaceAll(/\p{Cc}/gu, " ").trim() || NO_REASON };
  }
  if (reference === undefined) return { kind: "unclear", why: "It is done, without a reference" };
  return { kind: "done", reference };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the system does next. `send`: note that it is sent, then send it; `lose`: note that nobody knows; `ask`: for its number; `nothing`: it is over, or a person's. */
type CallStep = "send" | "lose" | "ask" | "nothing";

/** The system's next step with a call that it comes upon in the state: whoever sent one that is `sent` is gone. */
export function callStep(status: CallStatus): CallStep {
  if (status === "prepared") return "send";
  if (status === "sent") return "lose";
  return status === "unknown" ? "ask" : "nothing";
}

/** How the finding moves a call that is sent or unknown; null: it stays as it is. Sent again is what the other side says it never received, and only that. */
export function moveByFinding(
  status: "sent" | "unknown",
  { kind }: CallFinding,
): "answer" | "decline" | "send" | "lose" | null {
  if (kind === "done") return "answer";
  if (kind === "refused") return "decline";
  if (status === "sent") return "lose";
  return kind === "not_known" ? "send" : null;
}

const MINUTE_MS = 60_000;
const PAUSES_MIN = [1, 2, 5, 10, 30];
const LONGEST_MIN = 60;

/** How long to wait after so many questions before the next one, ms: each hour at last, for as long as it is unknown. */
export const askAfterMs = (asked: number): number => (PAUSES_MIN[asked] ?? LONGEST_MIN) * MINUTE_MS;
