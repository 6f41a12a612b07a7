// What a plant's page shows of a registered device beside its certificates: it loads no more than this.
import { z } from "zod";

/** States of a registered device or group, as in its life cycle. */
export const REGISTERED_STATES = ["in_force", "binding_suspended", "suspended", "without_consent"] as const;

/** A consent that an owner of a plant may withdraw, or is asked for again; its statement is asked for by `record_uid`. */
export const ownedConsent = z.object({
  /** The application that it is about. */
  record_uid: z.uuid(),
  project: z.string(),
  company: z.string(),
});
export type OwnedConsent = z.output<typeof ownedConsent>;
