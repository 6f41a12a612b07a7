// One pass over the open commands: what became known of them since the last one is written down, step by step.
import type { Db, Tx } from "../../../platform/db.ts";
import { beginLimits, endLimits, type LimitSpan } from "../../energy/index.ts";
import { announceCommands, holdsOf, messagesOf, type MessageFate } from "../../telemetry/index.ts";
import { judge } from "./evidence.ts";
import type { CommandFacts, WatchedMessage } from "./evidence-facts.ts";
import { renewHolds } from "./holds.sql.ts";
import { nextLook } from "./next-look.ts";
import {
  deviceWords,
  dueCommands,
  MOST_AT_ONCE,
  storeFound,
  type DueCommand,
  type FoundCommand,
} from "./watch.sql.ts";

/** What a pass has done. */
interface WatchPass {
  /** True: some are waited for so closely that the next pass is soon. */
  readonly isSoon: boolean;
  /** True: there were more than one pass looks at. */
  readonly isFull: boolean;
}

/**
 * Brings on every command that is due, and those of the gateways given, in one transaction. Several processes may: each command is
 * looked at by one of them, so that each step is written once. `now` gives ms since 1970.
 */
export function watchPass(db: Db, gateway_ids: readonly number[], now: () => number): Promise<WatchPass> {
  return db.transaction().execute(async (tx) => {
    const due = await dueCommands(tx, gateway_ids);
    const judged = due.length === 0 ? [] : await judgeAll(tx, due, now());
    const isFull = due.length === MOST_AT_ONCE;
    await storeFound(tx, judged.flatMap(isFull ? putOff(now()) : worthStoring));
    await followEffects(tx, judged);
    await renewHolds(tx, gatewaysToTell(judged));
    await announceCommands(tx, [
      ...new Set(judged.filter(({ isChanged }) => isChanged).map(({ command }) => command.project_id)),
    ]);
    const soon_ms = now() + SOON_MS;
    return {
      isSoon: judged.some(({ found: { look_ms } }) => look_ms !== null && look_ms < soon_ms),
      isFull,
    };
  });
}

/** What is to be looked at within this time is waited for closely, ms. */
const SOON_MS = 1000;
/** While more are waited for than one pass looks at, those of which nothing is new are looked at again after so long, ms. */
const CROWDED_MS = 5000;

/** True where there is nothing to write down: it stays due, and is looked at in the next pass. */
const isStill = ({ command, found: { moves, evidence, held_ms, look_ms } }: JudgedCommand, now_ms: number) =>
  moves.length === 0 &&
  evidence === null &&
  held_ms === command.held_ms &&
  look_ms !== null &&
  look_ms <= now_ms;

const worthStoring = (one: JudgedCommand): FoundCommand[] =>
  isStill(one, one.facts.now_ms) ? [] : [one.found];

/** Lets those of which nothing is new wait, so that the others have their turn. */
const putOff =
  (now_ms: number) =>
  (one: JudgedCommand): FoundCommand[] => [
    isStill(one, now_ms) ? { ...one.found, look_ms: now_ms + CROWDED_MS } : one.found,
  ];

/** A command with what was found of it. */
interface JudgedCommand {
  readonly command: DueCommand;
  readonly facts: CommandFacts;
  readonly found: FoundCommand;
  /** True: there is something new to show of it. */
  readonly isChanged: boolean;
}

async function judgeAll(tx: Tx, due: readonly DueCommand[], now_ms: number): Promise<JudgedCommand[]> {
  const fates = new Map(
    (
      await messagesOf(
        tx,
        due.map(({ command_uid }) => command_uid),
      )
    ).map((fate) => [fate.message_uid, fate]),
  );
  const told = await toldOf(tx, due);
  const words = await deviceWords(
    tx,
    due.flatMap(({ command_id, command_uid }) => {
      const sent_at = fates.get(command_uid)?.sent_at ?? null;
      return sent_at === null ? [] : [{ command_id, sent_at: sent_at.toISOString() }];
    }),
  );
  return due.map((command) => {
    const held_ms = told.get(command.command_uid) ?? command.held_ms;
    const facts: CommandFacts = {
      now_ms,
      command: { ...command, held_ms },
      message: messageOf(fates.get(command.command_uid)),
      ...(words.get(command.command_id) ?? { devices: [], readings: [], before: [] }),
      firmware_version: command.firmware_version,
    };
    return judgedOf(command, facts);
  });
}

/** When word of each held command last went out to its gateway, ms since 1970. */
async function toldOf(tx: Tx, due: readonly DueCommand[]): Promise<ReadonlyMap<string, number>> {
  const held = due.filter(({ revert_after_ms }) => revert_after_ms !== null);
  const holds = await holdsOf(tx, [...new Set(held.map(({ gateway_id }) => gateway_id))]);
  return new Map(
    holds.flatMap(({ message_uid, told_at }) => (told_at === null ? [] : [[message_uid, told_at.getTime()]])),
  );
}

const messageOf = (fate: MessageFate | undefined): WatchedMessage | null =>
  fate === undefined
    ? null
    : {
        sent_ms: fate.sent_at?.getTime() ?? null,
        sent_by: fate.sent_by,
        ack_ms: fate.ack_at?.getTime() ?? null,
        ack_status: fate.ack_status,
        ack_text: fate.ack_text,
        ack_in_force_w: fate.ack_in_force_w,
        reverted_ms: fate.reverted_at?.getTime() ?? null,
      };

const ENDS: ReadonlySet<string> = new Set(["failed", "expired", "reverted"]);

function judgedOf(command: DueCommand, facts: CommandFacts): JudgedCommand {
  const { moves, evidence } = judge(facts);
  const state = moves.at(-1)?.state ?? command.state;
  const isNews = JSON.stringify(shownOf(evidence)) !== JSON.stringify(shownOf(command.evidence));
  const ended = moves.find((move) => ENDS.has(move.state));
  return {
    command,
    facts,
    isChanged: moves.length > 0 || isNews,
    found: {
      command_id: command.command_id,
      from: command.state,
      moves,
      evidence: moves.length > 0 || isNews ? evidence : null,
      look_ms: nextLook(facts, state),
      held_ms: facts.command.held_ms,
      ended_ms: ended?.at_ms ?? null,
    },
  };
}

/** What of the evidence is news: not each new reading that says the same. */
function shownOf(evidence: CommandFacts["command"]["evidence"]) {
  if (evidence === null) return null;
  const { is_set, seen, reason, contradicted_since, on_site_w, conflict, firmware_version } = evidence;
  return [is_set, seen, reason, contradicted_since, on_site_w, conflict?.value ?? null, firmware_version];
}

/** Limits begin to hold with the gateway's answer, once that was proven by reading back, and end with the effect. */
async function followEffects(tx: Tx, judged: readonly JudgedCommand[]): Promise<void> {
  await beginLimits(tx, judged.flatMap(limitOf));
  await endLimits(
    tx,
    judged.flatMap(({ command: { command_uid }, found: { ended_ms } }) =>
      ended_ms === null ? [] : [{ command_uid, until: new Date(ended_ms).toISOString() }],
    ),
  );
}

/** The limit that began to hold with what was found; none where it set none. */
function limitOf({ command, facts, found }: JudgedCommand): LimitSpan[] {
  if (!found.moves.some(({ state, note }) => state === "applied" && note === null)) return [];
  const set = limitSet(command, found);
  if (set === null) return [];
  const since = new Date(facts.message?.ack_ms ?? facts.now_ms).toISOString();
  const { project_id, gateway_id, command_uid } = command;
  const device_id = set.kind === "zero_export" ? null : command.device_id;
  return [{ project_id, gateway_id, device_id, command_uid, since, ...set }];
}

function limitSet({ args }: DueCommand, found: FoundCommand): Pick<LimitSpan, "kind" | "limit_w"> | null {
  const readBack = found.evidence?.read_back ?? [];
  const sum = (quantity: string) => {
    const own = readBack.filter((one) => one.quantity === quantity);
    return own.length === 0 ? null : own.reduce((total, { value }) => total + value, 0);
  };
  switch (args.name) {
    case "power_limit":
      return args.limit === null ? null : { kind: "power_limit", limit_w: sum("power_limit_w") };
    case "connect":
      return args.on || args.relay !== undefined ? null : { kind: "disconnected", limit_w: 0 };
    case "zero_export":
      return args.on ? { kind: "zero_export", limit_w: sum("export_limit_w") } : null;
    case "nze_parameters":
    case "nze_drill":
    case "firmware":
      return null;
    default:
      return args satisfies never;
  }
}

/** Gateways on which something else is held now. */
const gatewaysToTell = (judged: readonly JudgedCommand[]): number[] => [
  ...new Set(
    judged
      .filter(
        ({ command, found }) =>
          command.revert_after_ms !== null &&
          found.moves.some(({ state }) => state === "sent" || ENDS.has(state)),
      )
      .map(({ command }) => command.gateway_id),
  ),
];
