// Calls made from what the contract states of them, with ids of the test's choice in every place that takes one.
import { randomUUID } from "node:crypto";
import { apiByDomain, type Endpoint } from "@heliograph/contract";
import { openApi, type Operation, type Schema } from "../../src/platform/openapi.ts";
import { DAY, TEXTS } from "./call-texts.ts";

/** True for calls of the certificate workspace, whose people have roles in business accounts and not in projects. */
export function isCertificateCall({ path }: Endpoint): boolean {
  return path.startsWith("rehash/");
}

/** What a call may name by its id. */
type Noun =
  | "project"
  | "gateway"
  | "device"
  | "file"
  | "ticket"
  | "outage"
  | "invitation"
  | "import"
  | "key"
  | "command"
  | "schedule"
  | "proof"
  | "session"
  | "passkey"
  | ("businessAccount" | "record")
  | ("rollOut" | "comment" | "event" | "run" | "mail" | "alarm" | "webhook" | "delivery")
  | ("user" | "notification" | "report" | "template" | "alarmReplay" | "alarmView");
export type Ids = Readonly<Record<Noun, string>>;

/** A place of a call that takes an id or a list of ids. */
interface IdSlot {
  /** As refusals name it: "query.project_uid". */
  readonly name: string;
  readonly noun: Noun;
  readonly isList: boolean;
}

export interface MadeCall {
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly file?: Uint8Array;
}

/** The ids that stand in a slot; only lists may have several. */
export type Fill = (slot: IdSlot) => readonly string[];

/** Every field that holds an id. A call with another one is placed by naming it here. */
const IDS: Readonly<Record<string, Noun>> = {
  account: "businessAccount",
  project_uid: "project",
  project_uid_list: "project",
  project_uids: "project",
  gateway_uid: "gateway",
  arrivals_of: "gateway",
  device_uid: "device",
  file_uid: "file",
  ticket_uid: "ticket",
  outage_uid: "outage",
  invitation_uid: "invitation",
  import_uid: "import",
  api_key_uid: "key",
  command_uid: "command",
  schedule_id: "schedule",
  proof_uid: "proof",
  session_uid: "session",
  passkey_uid: "passkey",
  gateway_uids: "gateway",
  roll_out_uid: "rollOut",
  mail_uid: "mail",
  webhook_uid: "webhook",
  alarm_view_uid: "alarmView",
  delivery_uid: "delivery",
  report_uid: "report",
  template_uid: "template",
  comment_id: "comment",
  list_comment_id: "comment",
  event_id: "event",
  list_event_id: "event",
  user_id: "user",
  id: "notification",
  id_list: "notification",
  run_uid: "run",
  alarm_uid: "alarm",
  list_alarm_uid: "alarm",
  region: "alarm",
  replay_uid: "alarmReplay",
};

/** Fields that hold an id among other things: what they are written like. */
const COMPOSED: Readonly<Record<string, { noun: Noun; write: (id: string) => string }>> = {
  series: { noun: "device", write: (id) => `${id}:ac_power_w` },
};

const operations = new Map<string, Operation>(
  Object.values(openApi("portal", apiByDomain).paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

interface Part {
  readonly call: string;
  /** Names from the outermost on: ["body", "gateway_list", "gateway_uid"]. */
  readonly path: readonly string[];
}

/** The places of a call that take ids, in the order the contract states them; throws for a field it cannot place. */
export function idSlots(e: Endpoint): IdSlot[] {
  const slots: IdSlot[] = [];
  callWith(e, (slot) => {
    slots.push(slot);
    return [randomUUID()];
  });
  return slots;
}

/**
 * A call with everything it must have and every id it can have. Throws a RangeError that names the field when the contract
 * states one of which this file does not know whether it is an id.
 */
export function callWith(e: Endpoint, fill: Fill): MadeCall {
  if (e.path.includes(":")) throw new RangeError(`${e.name}: ids in a path are not placed yet`);
  const operation = operations.get(e.name);
  if (operation === undefined) throw new RangeError(`${e.name} is not in the document`);
  const query: Record<string, string> = {};
  for (const { name, required, schema } of operation.parameters) {
    const part = { call: e.name, path: ["query", name] };
    if (!required && !mayTakeIds(schema, part)) continue;
    const value = sample(schema, part, fill);
    query[name] = Array.isArray(value) ? value.join(",") : String(value);
  }
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (content === undefined) return { query };
  if (type !== "application/json") return { query, file: Buffer.from("xin chào") };
  return { query, body: sample(content.schema, { call: e.name, path: ["body"] }, fill) };
}

/** Calls of the certificate workspace name records, and the business account that somebody acts for. */
const workspace = new Set(
  Object.values(apiByDomain)
    .flat()
    .filter(isCertificateCall)
    .map(({ name }) => name),
);
const isOfWorkspace = (call: string): boolean => workspace.has(call);

/** The field's own name: of the items of a list the list's. */
const nameOf = ({ path }: Part) => path.at(-1) ?? "";

/** Whether an id stands anywhere in an optional field; throws where nobody has said so. */
function mayTakeIds(schema: Schema, part: Part): boolean {
  if (isTooNarrow(branchOf(schema) ?? schema)) return false;
  let found = false;
  sample(schema, part, () => {
    found = true;
    return [randomUUID()];
  });
  return found;
}

/** The first of what may stand in its place that is not null; undefined: only itself may. */
const branchOf = (schema: Schema) =>
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ type }) => type !== "null");

/** A text that no id could be written in, as a time of day. */
function isTooNarrow({ type, format, maxLength, pattern }: Schema): boolean {
  if (type !== "string" || format !== undefined) return false;
  if (maxLength !== undefined && maxLength < 32) return true;
  return pattern !== undefined && !new RegExp(pattern, "u").test(randomUUID());
}

/** A value that the schema lets pass. */
function sample(schema: Schema, part: Part, fill: Fill): unknown {
  const branch = branchOf(schema);
  if (branch !== undefined) return sample(branch, part, fill);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return sampleObject(schema, part, fill);
    case "array":
      return sampleList(schema, part, fill);
    case "string":
      return sampleText(schema, part, fill)[0];
    case "integer":
    case "number":
      return Math.min(schema.maximum ?? 1, Math.max(schema.minimum ?? 1, 1));
    case "boolean":
      return false;
    case undefined:
    default:
      throw cannotPlace(part);
  }
}

function sampleObject(schema: Schema, part: Part, fill: Fill): object {
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = { ...part, path: [...part.path, name] };
    if (schema.required?.includes(name) === true || mayTakeIds(property, inner)) {
      made[name] = sample(property, inner, fill);
    }
  }
  return made;
}

function sampleList({ items = {} }: Schema, part: Part, fill: Fill): unknown[] {
  return items.type === "string" && items.enum === undefined
    ? sampleText(items, part, fill, "list")
    : [sample(items, part, fill)];
}

/** One text, or as many as a list of ids is filled with. */
// oxlint-disable-next-line max-params -- a schema, where it stands, what fills it and whether there may be several
function sampleText(schema: Schema, part: Part, fill: Fill, of: "one" | "list" = "one"): string[] {
  const name = nameOf(part);
  const slot = { name: part.path.join("."), isList: of === "list" };
  const composed = COMPOSED[name];
  if (composed !== undefined) return fill({ ...slot, noun: composed.noun }).map(composed.write);
  const ofCall = TEXTS[`${part.call}.${name}`];
  if (schema.format === "uuid" && ofCall === undefined) {
    const noun = IDS[name] ?? (isOfWorkspace(part.call) ? "record" : undefined);
    if (noun === undefined) throw cannotPlace(part);
    return [...fill({ ...slot, noun })];
  }
  if (schema.format === "date") return [DAY];
  if (typeof schema.default === "string") return [schema.default];
  const text = ofCall ?? TEXTS[name];
  if (text === undefined) throw cannotPlace(part);
  return [text()];
}

/** Those of the certificate workspace that nothing has. */
export const workspaceIds = () => ({ businessAccount: randomUUID(), record: randomUUID() });

/** Ids that nothing has. */
export const unknown = (): Ids => ({
  project: randomUUID(),
  gateway: randomUUID(),
  device: randomUUID(),
  file: randomUUID(),
  ticket: randomUUID(),
  outage: randomUUID(),
  invitation: randomUUID(),
  import: randomUUID(),
  session: randomUUID(),
  passkey: randomUUID(),
  key: randomUUID(),
  command: randomUUID(),
  schedule: randomUUID(),
  rollOut: randomUUID(),
  report: randomUUID(),
  template: randomUUID(),
  mail: randomUUID(),
  webhook: randomUUID(),
  delivery: randomUUID(),
  proof: randomUUID(),
  comment: randomUUID(),
  event: randomUUID(),
  user: randomUUID(),
  notification: randomUUID(),
  run: randomUUID(),
  alarm: randomUUID(),
  alarmReplay: randomUUID(),
  alarmView: randomUUID(),
  ...workspaceIds(),
});

/** These ids everywhere. */
export const all =
  (ids: Ids): Fill =>
  ({ noun }) => [ids[noun]];
/** The caller's own ids, but for one slot. */
const butOne =
  (own: Ids, where: IdSlot, ...put: readonly string[]): Fill =>
  (slot) =>
    slot.name === where.name ? put : [own[slot.noun]];

/** What is asked with ids of another account, and with ids that nothing has. */
export function pairs(e: Endpoint, own: Ids, theirs: Ids, none: Ids): { what: string; pair: [Fill, Fill] }[] {
  const slots = idSlots(e);
  return [
    { what: "all", pair: [all(theirs), all(none)] },
    ...slots.map((slot): { what: string; pair: [Fill, Fill] } => ({
      what: slot.name,
      pair: [butOne(own, slot, theirs[slot.noun]), butOne(own, slot, none[slot.noun])],
    })),
    ...slots
      .filter(({ isList }) => isList)
      .map((slot): { what: string; pair: [Fill, Fill] } => ({
        what: `${slot.name} among the caller's own`,
        pair: [
          butOne(own, slot, own[slot.noun], theirs[slot.noun]),
          butOne(own, slot, own[slot.noun], none[slot.noun]),
        ],
      })),
  ];
}

function cannotPlace({ call, path }: Part): RangeError {
  return new RangeError(
    `${call}: is ${path.join(".")} an id? Say so in IDS, COMPOSED or TEXTS of call-kit.ts`,
  );
}
