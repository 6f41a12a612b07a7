// The row of a call to another registry.
import type { CallStatus, ImportOrigin } from "@heliograph/contract";
import type { RecordRow } from "../../parties/index.ts";

export interface CallRecord extends RecordRow {
  readonly call_id: number;
  readonly status: CallStatus;
  readonly demonstration: boolean;
  readonly registry: string;
  readonly country: string;
  readonly redemption_id: number;
  readonly origin: ImportOrigin;
  readonly transaction_number: string;
  readonly quantity: number;
  readonly body: string;
  readonly body_sha256: Buffer;
  readonly sent_at: Date | null;
  /** When the other registry was asked for it last; how often. */
  readonly asked_at: Date | null;
  readonly asked: number;
  readonly next_at: Date | null;
  readonly reference: string | null;
  readonly refusal: string | null;
  readonly heard: string | null;
}
