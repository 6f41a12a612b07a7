// What a first of two persons proposes on a record of any kind: a second one confirms exactly that, or sets it aside (rule R23).
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { paragraphs } from "../kernel/text.ts";
import { actingFor, commandAnswer, payloadHash, RECORD_REFUSALS } from "./records.ts";

/** Characters that the reason has at least for which a proposal of somebody else is set aside, and at most. */
export const SET_ASIDE_REASON = { min: 10, max: 2000 } as const;

export const answerProposal = endpoint({
  name: "answerProposal",
  method: "POST",
  path: "rehash/proposals/answers",
  summary:
    "Confirms as the second person exactly what the first proposed on a record, or sets it aside; whoever proposed it may take it back. Refuses as the action itself does",
  query: actingFor,
  body: z.strictObject({
    /** As the proposal names it. */
    entity: z.string().min(1).max(40),
    record_uid: z.uuid(),
    expected_version: z.int().min(1).max(1_000_000_000),
    /** Of what the person saw and answers. */
    payload_hash: payloadHash,
    confirms: z.boolean(),
    /** Why it is set aside. */
    reason: paragraphs(SET_ASIDE_REASON.max).optional(),
    key: z.uuid(),
  }),
  answer: commandAnswer,
  keyRight: "none",
  refusals: RECORD_REFUSALS,
});
