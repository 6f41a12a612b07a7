// What the audit log keeps of what people do with records.
import type { Tx } from "../../../platform/db.ts";
import type { Origin, Session } from "../../../platform/http.ts";
import { audit } from "../../identity/index.ts";

/** Who makes a call, and from where. */
export interface CalledBy {
  readonly session: Session;
  readonly origin: Pick<Origin, "address">;
}

/** Notes in the audit log what the call does with a record, or with something of one. `subject`: its number. */
export const auditRecord = (
  tx: Tx,
  { session, origin: { address } }: CalledBy,
  change: Pick<Parameters<typeof audit>[1], "subject" | "before" | "after" | "detail">,
): Promise<void> => audit(tx, { ...session, address, action: "record.changed", ...change });
