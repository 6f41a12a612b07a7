// How a command's life goes on by what is known of it: the rules of evidence (ruling 18, docs/decisions/0098-evidence.md). Pure.
import type { CommandEvidence, CommandState, StepNote } from "@heliograph/contract";
import type { CommandFacts, CommandMove } from "./evidence-facts.ts";
import { readBack, targetsOf, type ReadBack } from "./read-back.ts";
import { seenIn } from "./seen.ts";

/** Data that say otherwise are believed after so long, and after so many intervals. */
const CONTRADICTED_MS = 180_000;
const CONTRADICTED_INTERVALS = 3;
/** So long after its answer a device may say for the first time what is set in it. */
const UNREAD_MS = 86_400_000;

/** What is known now, and the steps that follow from it. */
interface Judged {
  readonly moves: readonly CommandMove[];
  /** Null: nothing has been read since it was sent. */
  readonly evidence: CommandEvidence | null;
}

/** The steps that a command goes on by, in order; none where it stays as it is. They follow COMMAND_LIFE. */
export function judge(facts: CommandFacts): Judged {
  const moves: CommandMove[] = [];
  let { state } = facts.command;
  let evidence = facts.command.evidence;
  const go = (move: CommandMove) => {
    moves.push(move);
    state = move.state;
  };
  for (const move of handing(facts, state)) go(move);
  if (isObeyed(state)) {
    const found = evidenceIn(facts);
    evidence = state === "verified" ? watchedOn(evidence, found) : found;
    for (const move of [...noted(facts, state, evidence), ...proven(facts, state, evidence)]) go(move);
    const gone = goneBack(facts, state);
    if (gone !== null) go(gone);
  }
  return { moves, evidence };
}

const isObeyed = (state: CommandState) =>
  state === "acknowledged" || state === "applied" || state === "verified";

const plain = (state: CommandState, at_ms: number, note: StepNote | null = null, text = ""): CommandMove => ({
  state,
  at_ms,
  note,
  text,
  evidence: null,
});

/** From waiting to the gateway's answer; an answer after its time brings nothing to life. */
function handing({ command, message, now_ms }: CommandFacts, from: CommandState): CommandMove[] {
  const moves: CommandMove[] = [];
  let state = from;
  if (state === "queued" && message !== null && message.sent_ms !== null) {
    moves.push(plain("sent", message.sent_ms, message.sent_by === "http" ? "by_http" : "by_mqtt"));
    state = "sent";
  }
  const isOver = now_ms >= command.expires_ms;
  if (state === "queued" && isOver) moves.push(plain("expired", command.expires_ms, "not_sent"));
  if (state === "sent") {
    const answer = answered(message, command.expires_ms);
    if (answer !== null) moves.push(answer);
    else if (isOver) moves.push(plain("expired", command.expires_ms, "not_acknowledged"));
  }
  const last = moves.at(-1)?.state ?? from;
  const late = message !== null && message.ack_ms !== null && message.ack_ms > command.expires_ms;
  if (last === "expired" && late) {
    moves.push(plain("expired", message.ack_ms ?? now_ms, "late_answer", message.ack_text));
  }
  return moves;
}

/** What the gateway's answer leads to; null: none came in time. */
function answered(message: CommandFacts["message"], expires_ms: number): CommandMove | null {
  if (message === null || message.ack_ms === null || message.ack_ms > expires_ms) return null;
  const { ack_ms, ack_text } = message;
  switch (message.ack_status) {
    case "done":
      return plain("acknowledged", ack_ms, null, ack_text);
    case "refused":
      return plain("failed", ack_ms, "refused", ack_text);
    case "failed":
      return plain("failed", ack_ms, "gateway_failed", ack_text);
    case "expired":
      return plain("expired", ack_ms, "gateway_expired", ack_text);
    case null:
      return null;
    default:
      return message.ack_status satisfies never;
  }
}

/** The evidence as it stands: what was read back beside what was measured. */
function evidenceIn(facts: CommandFacts): CommandEvidence {
  const back = readBack(facts);
  const seen = seenIn(facts, back);
  const contradicted = seen.contradicted_ms ?? (back.is_set === false ? unsetSince(facts, back) : null);
  return {
    is_set: back.is_set === true,
    read_back: [...back.readings],
    seen: seen.seen,
    reason: seen.reason,
    readings: [...seen.readings],
    before: facts.command.evidence?.before ?? seen.before,
    contradicted_since: contradicted === null ? null : new Date(contradicted).toISOString(),
    on_site_w: back.on_site_w,
    ...conflictOf(facts, back),
    firmware_version: back.is_set === true ? facts.firmware_version : null,
  };
}

/** Since when the device says that something else is set, ms since 1970. */
function unsetSince({ command, message }: CommandFacts, back: ReadBack): number {
  const known = command.evidence?.is_set === false ? (command.evidence.contradicted_since ?? null) : null;
  if (known !== null) return Date.parse(known);
  const answered_ms = message?.ack_ms ?? message?.sent_ms ?? 0;
  return Math.max(answered_ms, command.evidence?.is_set === true ? (back.at_ms ?? 0) : 0);
}

/** Somebody else's setting: the device says so, or what was set is set no more. */
function conflictOf(
  { command }: CommandFacts,
  back: ReadBack,
): Pick<CommandEvidence, "conflict" | "conflict_percent"> {
  const wasSet = command.state === "applied" || command.state === "verified";
  return wasSet || back.isByOther
    ? { conflict: back.instead, conflict_percent: back.instead_percent }
    : { conflict: null, conflict_percent: null };
}

/** What was proven stays as it was proven; only a conflict is new, or over. */
const watchedOn = (
  before: CommandEvidence | null,
  { conflict, conflict_percent }: CommandEvidence,
): CommandEvidence | null => (before === null ? null : { ...before, conflict, conflict_percent });

/** Two settings of another controller are one conflict while they are within this share of each other. */
const SAME_CONFLICT = 0.01;

/** That a conflict began, became another or ended. */
function noted(facts: CommandFacts, state: CommandState, evidence: CommandEvidence | null): CommandMove[] {
  const before = facts.command.evidence?.conflict ?? null;
  const now = evidence?.conflict ?? null;
  const note = (one: StepNote) => [{ ...plain(state, facts.now_ms, one), evidence }];
  if (now === null) return before === null || state === "acknowledged" ? [] : note("conflict_over");
  const isSame =
    before !== null && Math.abs(before.value - now.value) <= Math.abs(before.value) * SAME_CONFLICT;
  return isSame ? [] : note("conflict");
}

/** From the gateway's answer to the proof that it worked, or that it did not. */
function proven(facts: CommandFacts, from: CommandState, evidence: CommandEvidence | null): CommandMove[] {
  if (evidence === null || from === "verified") return [];
  const moves: CommandMove[] = [];
  const go = (state: CommandState, note: StepNote | null = null) =>
    moves.push({ ...plain(state, facts.now_ms, note), evidence });
  let state = from;
  if (state === "acknowledged" && evidence.is_set) {
    go("applied");
    state = "applied";
  }
  if (state === "applied" && evidence.is_set && evidence.seen === "seen") go("verified");
  else if (isBelieved(facts, evidence)) {
    go("failed", evidence.seen === "contradicted" ? "contradicted" : "not_set");
  } else if (isUnread(facts, state, evidence)) go("failed", "not_read_back");
  return moves;
}

/** Names of what devices say is set in them. */
const READ_BACK: ReadonlySet<string> = new Set(["power_limit", "connect", "zero_export", "nze_parameters"]);

/** Whether nothing was ever read back: for a day, or where nothing is there that could say it, as long as data would be believed. */
function isUnread(facts: CommandFacts, state: CommandState, evidence: CommandEvidence): boolean {
  const { command, message, now_ms } = facts;
  const ack_ms = message?.ack_ms ?? null;
  if (state !== "acknowledged" || ack_ms === null || !READ_BACK.has(command.args.name)) return false;
  if (evidence.is_set || evidence.read_back.length > 0) return false;
  const needed = targetsOf(facts).length === 0 ? believedAfterMs(command) : UNREAD_MS;
  return now_ms - ack_ms >= needed;
}

const believedAfterMs = ({ interval_ms }: CommandFacts["command"]) =>
  Math.max(CONTRADICTED_MS, CONTRADICTED_INTERVALS * interval_ms);

/** Whether data have said otherwise for so long that they are believed. */
function isBelieved({ command }: CommandFacts, evidence: CommandEvidence): boolean {
  if (evidence.contradicted_since === null) return false;
  const said = evidence.seen === "contradicted" ? evidence.readings : evidence.read_back;
  const newest = Math.max(...said.map(({ at }) => Date.parse(at)));
  return newest - Date.parse(evidence.contradicted_since) >= believedAfterMs(command);
}

/** That the gateway has gone back by itself: it says so, or it had no word for so long that it has. */
function goneBack({ command, message, now_ms }: CommandFacts, state: CommandState): CommandMove | null {
  if (!isObeyed(state) || message === null) return null;
  if (message.reverted_ms !== null) return plain("reverted", message.reverted_ms, "gateway_reverted");
  if (command.revert_after_ms === null || message.sent_ms === null) return null;
  const goesBack = Math.max(message.sent_ms, command.held_ms ?? 0) + command.revert_after_ms;
  return now_ms >= goesBack ? plain("reverted", goesBack, "lost") : null;
}
