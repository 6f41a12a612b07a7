// The life of a command as its stages, each with its time and what it says. Pure.
import type { getCommand, CommandRow, CommandStep } from "@heliograph/contract/control/commands";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  Ban,
  Check,
  Clock,
  Eye,
  Layers,
  RadioTower,
  Send,
  TriangleAlert,
  Undo2,
  X,
  type LucideIcon,
} from "lucide-react";
import type { Words } from "../../../platform/words.ts";
import type { LifeStep } from "../../../ui/layout/Life.tsx";
import { commandName, durationText, evidenceText, provenText, type CommandPlace } from "./command-words.ts";

/** A command with its life. */
export type CommandDetail = Answer<typeof getCommand>;

const ICONS: Readonly<Record<CommandStep["state"], LucideIcon>> = {
  queued: Check,
  sent: Check,
  acknowledged: Check,
  applied: Check,
  verified: Check,
  failed: X,
  expired: Clock,
  superseded: Layers,
  reverted: Undo2,
  cancelled: Ban,
};

interface LifeOf {
  readonly command: CommandDetail;
  readonly words: Words;
  readonly place: CommandPlace;
  /** The account that looks. */
  readonly viewer: string | null;
}

/** The stages of a command: those that it reached, then those that are waited for. */
export function commandLife(of: LifeOf): LifeStep[] {
  const { command, words, place } = of;
  const first = command.steps[0]?.at ?? command.created_at;
  const reached = command.steps.map((step, index): LifeStep => {
    const note = noteOf(step);
    const isBad = step.note === "conflict" || step.state === "failed";
    const hint = hintOf(step, of);
    return {
      key: String(index),
      state: isBad ? "failed" : "done",
      title: words.text(note === null ? `command.life.${step.state}` : `command.note.${note}`),
      ...(hint === "" ? {} : { hint }),
      time:
        index === 0
          ? clockTenths(words, first, place)
          : sinceText(words, Date.parse(step.at) - Date.parse(first)),
      icon: note !== null ? TriangleAlert : ICONS[step.state],
    };
  });
  return [...reached, ...waitedFor(of)];
}

/** What is noted within a state, and is no step of the life; null: it is one. */
const noteOf = ({ note }: CommandStep) =>
  note === "conflict" || note === "conflict_over" || note === "late_answer" ? note : null;

/** A clock with tenths of a second, as evidence is told. */
const clockTenths = ({ format }: Words, at: string, { timezone }: CommandPlace) =>
  `${format.clock(Date.parse(at), timezone, true)}.${Math.floor((Date.parse(at) % 1000) / 100)}`;

const TWO_MINUTES = 120_000;
const sinceText = (words: Words, ms: number) =>
  ms < TWO_MINUTES
    ? `+${words.text("command.seconds", { n: words.format.number(Math.max(0, ms) / 1000, 1) })}`
    : `+${durationText(words, ms)}`;

function hintOf(step: CommandStep, { command, words, place, viewer }: LifeOf): string {
  const { text, format } = words;
  const asThen: CommandRow = {
    ...command,
    state: step.state,
    note: step.note,
    text: step.text,
    evidence: step.evidence ?? command.evidence,
  };
  switch (step.state) {
    case "queued":
      if (step.by === null) return text(`command.cause.${command.cause}`);
      return step.by.account_uid === viewer
        ? text("command.byYou")
        : text("command.byName", { name: step.by.display_name });
    case "sent": {
      const time = format.clock(Date.parse(command.expires_at), place.timezone, true);
      return text(step.note === "by_http" ? "command.sentHttp" : "command.sentMqtt", { time });
    }
    case "acknowledged":
      if (step.note !== null) return evidenceText(asThen, words, place);
      return text("command.byGateway", { text: step.text === "" ? text("command.done") : step.text });
    case "applied":
      if (step.note !== null) return evidenceText(asThen, words, place);
      return readBackText(step, words);
    case "verified":
      return step.note === null
        ? provenText(asThen, words)
        : step.note === "conflict"
          ? evidenceText(asThen, words, place)
          : "";
    case "cancelled":
      return step.by === null
        ? ""
        : step.by.account_uid === viewer
          ? text("command.byYou")
          : text("command.byName", { name: step.by.display_name });
    case "superseded":
      return command.superseded_by === null
        ? ""
        : evidenceText({ ...asThen, superseded_by: command.superseded_by }, words, place);
    case "failed":
    case "expired":
    case "reverted":
      return evidenceText({ ...asThen, state_at: step.at }, words, place);
    default:
      return step.state satisfies never;
  }
}

/** What was read back, in the words of the protocol: "power_limit_w 25,000". A limit set on site is named. */
function readBackText({ evidence }: CommandStep, { text, format }: Words): string {
  if (evidence === null) return "";
  const said = [...new Map(evidence.read_back.map((one) => [one.quantity, one])).values()]
    .map(({ quantity, value }) => `${quantity} ${format.number(value)}`)
    .join(" · ");
  const site = evidence.on_site_w;
  return site === null
    ? said
    : `${said} · ${text("command.onSite", { power: `${format.number(site / 1000, 1)} kW` })}`;
}

const WAITED: readonly { readonly state: CommandStep["state"]; readonly icon: LucideIcon }[] = [
  { state: "sent", icon: Send },
  { state: "acknowledged", icon: RadioTower },
  { state: "applied", icon: Eye },
  { state: "verified", icon: Eye },
];

/** The stages that an open command is still waited for in; none of one that is over. */
function waitedFor({ command, words, place }: LifeOf): LifeStep[] {
  const open = ["queued", "sent", "acknowledged", "applied"].indexOf(command.state);
  if (open === -1) return [];
  return WAITED.slice(open).map(({ state, icon }, index) => ({
    key: `waits-${state}`,
    state: index === 0 ? "now" : "due",
    title: words.text(`command.life.${state}`),
    ...(index === 0 ? { hint: evidenceText(command, words, place) } : {}),
    icon,
  }));
}

/** What a gateway does by itself when it has no word of the portal; null: it does nothing. */
export function deadMansSwitch(
  { args, revert_after_s, revert_to }: CommandDetail,
  words: Words,
): string | null {
  if (revert_after_s === null || revert_to === null) return null;
  const time = durationText(words, revert_after_s * 1000);
  const key = args.name === "power_limit" ? "command.switchPower" : "command.switchOther";
  return words.text(key, { time, to: words.text(`command.revert.${revert_to}`) });
}

/** The name of a command for a heading, and the beginning and end of its uid. */
export const commandTitle = (command: Pick<CommandRow, "args" | "command_uid">, words: Words) => ({
  name: commandName(command.args, words),
  uid: `${command.command_uid.slice(0, 4)}…${command.command_uid.slice(-2)}`,
});
