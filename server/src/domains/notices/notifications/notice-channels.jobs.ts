// By which ways a notice goes out: each is a task, a job of it for each notice that goes that way (decision 0110).
import type { NoticePreferences } from "@heliograph/contract";
import { z } from "zod";
import { task, type Task } from "../../../platform/jobs/jobs.ts";

const noticeSent = z.object({
  notice_uid: z.uuid(),
  /** `opened`: it began, or grew worse than it was when it last went out. */
  what: z.enum(["opened", "resolved"]),
  /** Of this going out: the same when the job is repeated, so that a channel can tell a repeat. */
  sent_uid: z.uuid(),
});
/** What a job of a channel carries. */
export type NoticeSent = z.output<typeof noticeSent>;

/** A way that notices go out. */
interface NoticeChannel {
  readonly task: Task<NoticeSent>;
  /** A person can wait for a digest; a program is told at once. */
  readonly reaches: "person" | "program";
  /** Whether it tells of records too: programs have no part in them (decision 0123). */
  readonly ofRecords: boolean;
  /** Whether the person wants to be reached so. */
  readonly wanted: (preferences: Pick<NoticePreferences, "push" | "mail">) => boolean;
}

/** To the browsers that the person has registered. */
export const pushChannel = task({ name: "notices.push", payload: noticeSent, attempts: 8 });

/** To the person's e-mail. */
export const mailChannel = task({ name: "notices.alarm-mail", payload: noticeSent });
/** To the person's programs. */
export const webhookChannel = task({ name: "notices.alarm-webhook", payload: noticeSent });

/** Every way that notices go out. */
export const NOTICE_CHANNELS: readonly NoticeChannel[] = [
  { task: pushChannel, reaches: "person", ofRecords: true, wanted: ({ push }) => push },
  { task: mailChannel, reaches: "person", ofRecords: true, wanted: ({ mail }) => mail },
  // Each webhook is switched on and off for itself.
  { task: webhookChannel, reaches: "program", ofRecords: false, wanted: () => true },
];
