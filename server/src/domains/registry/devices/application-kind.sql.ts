// What the actions on an application to register a device do.
import {
  DEVICE_LIFE,
  DEVICE_LIMITS,
  deviceGuards,
  groupFaults,
  itemsChanged,
  overrideFaults,
  referFaults,
  resubmitFaults,
  REVIEW_MESSAGES,
  type DeviceAction,
  type ApplicationFacts,
  type DeviceMark,
  type DeviceStatus,
  type DeviceVersionContent,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";
import type { Actor, RecordKind } from "../../parties/index.ts";
import type { ApplicationRow } from "./application.sql.ts";
import { heldDocumentsOf } from "./document.sql.ts";
import { applicationDraft, applicationFacts } from "./facts.sql.ts";
import { groupAsked } from "./group.sql.ts";
import { registerDevice } from "./register-device.sql.ts";
import { registerGroup } from "./register-group.sql.ts";
import { refuseUnmet, type Fault } from "./unmet.ts";
import { freezeVersion, noteDecision, noteReviewBegan, versionsOf } from "./version.sql.ts";

/** What commands carry beside what every command does. */
interface DevicePayload {
  readonly marks?: readonly DeviceMark[];
  readonly overrides?: Readonly<Record<string, string>>;
}

/** Guards that an issuer may override with a reason; the others are held by the registry's own rules. */
const OVERRIDABLE: ReadonlySet<string> = new Set(["DEV-006", "DEV-007", "DEV-009", "DEV-010", "DEV-013"]);

/** What the application says now. */
async function contentOf(db: Db, row: ApplicationRow): Promise<DeviceVersionContent> {
  return { ...applicationDraft(row), documents: await heldDocumentsOf(db, row.application_id), earlier: [] };
}

/** The guards that do not hold, with the facts they were asked about; of a group also those of its members. */
async function faultsOf(
  db: Db,
  row: ApplicationRow,
  at: Date,
): Promise<{ faults: Fault[]; facts: ApplicationFacts }> {
  const facts = await applicationFacts(db, row, at);
  const failed = deviceGuards(applicationDraft(row), facts)
    .filter(({ state }) => state === "failed")
    .map(({ code, message, params, field }) => ({ code, message, params, field }));
  if (row.type === "normal") return { faults: failed, facts };
  const { members } = await groupAsked(db, row, { today: facts.today, at });
  return { faults: [...failed, ...groupFaults(members, row.registry)], facts };
}

type Context = { readonly actor: Actor; readonly payload: DevicePayload; readonly reason: string | null };

async function submit(tx: Tx, row: ApplicationRow, { actor }: Context): Promise<void> {
  const { faults, facts } = await faultsOf(tx, row, actor.at);
  refuseUnmet([...signatureFaults(facts, actor), ...faults]);
  await freeze(tx, row, { actor, today: facts.today });
}

/** What takes over a device of another account is signed by account managers of both: it is submitted by one (rule R11). */
const signatureFaults = ({ predecessor }: ApplicationFacts, { roles }: Actor): Fault[] =>
  predecessor === null || predecessor.is_own || roles.includes("account_manager")
    ? []
    : [{ code: "DEV-040", message: MANAGER_SIGNS, field: "registry" }];
const MANAGER_SIGNS = "An account manager submits what takes over a device of another account.";

async function freeze(tx: Tx, row: ApplicationRow, { actor, today }: { actor: Actor; today: string }) {
  await freezeVersion(tx, row.application_id, {
    submission: row.submission + 1,
    content: await contentOf(tx, row),
    answers: row.answers,
    note: row.note,
    submitted_by: actor.account_id,
    registration_date: row.registration_date ?? today,
  });
}

async function resubmit(tx: Tx, row: ApplicationRow, { actor }: Context): Promise<void> {
  const last = (await versionsOf(tx, row.application_id)).at(-1);
  const changed = last === undefined ? [] : itemsChanged(last.content, await contentOf(tx, row));
  const { answers, note } = row;
  const { faults, facts } = await faultsOf(tx, row, actor.at);
  refuseUnmet([
    ...signatureFaults(facts, actor),
    ...resubmitFaults({ marks: last?.marks ?? [], changed, answers, note }),
    ...faults,
  ]);
  await freeze(tx, row, { actor, today: facts.today });
}

async function open(tx: Tx, row: ApplicationRow, { actor }: Context): Promise<void> {
  await noteReviewBegan(tx, row.application_id, actor.account_id);
}

async function refer(tx: Tx, row: ApplicationRow, { actor, payload, reason }: Context): Promise<void> {
  const marks = payload.marks ?? [];
  refuseUnmet(referFaults(reason ?? "", marks));
  await noteReviewBegan(tx, row.application_id, actor.account_id);
  await noteDecision(tx, row, { marks, reason, decided_by: actor.account_id });
}

async function decline(tx: Tx, row: ApplicationRow, { actor, reason }: Context): Promise<void> {
  await noteDecision(tx, row, { reason, decided_by: actor.account_id });
}

async function recall(_: Tx, row: ApplicationRow): Promise<void> {
  if (row.opened_at !== null) refuseUnmet([{ code: "DEV-032", message: REVIEW_MESSAGES["DEV-032"] }]);
}

/** Whether two issuers must approve. */
export const needsTwoIssuers = (capacity_w: number): boolean => capacity_w > DEVICE_LIMITS.twoIssuersAbove_w;

function approve(people: 1 | 2) {
  return async (tx: Tx, row: ApplicationRow, { actor, payload, reason }: Context) => {
    if (actor.account_id !== null && actor.account_id === row.submitted_by) {
      throw new Problem(403, "AUTH-005", "You have a part in this record and cannot decide on it.");
    }
    const { overrides = {} } = payload;
    const { faults, facts } = await faultsOf(tx, row, actor.at);
    const hard = faults.filter(({ code }) => !OVERRIDABLE.has(code));
    const soft = faults.filter(({ code }) => OVERRIDABLE.has(code)).map(({ code }) => code);
    const unmet = faults.filter(({ code }) => soft.includes(code) && overrides[code] === undefined);
    refuseUnmet([...hard, ...unmet]);
    refuseUnmet(overrideFaults(soft, overrides));
    const made =
      row.type === "normal"
        ? await registerDevice(tx, row, { at: actor.at, approved_by: actor.account_id })
        : await registerGroup(tx, row, { today: facts.today, at: actor.at, approved_by: actor.account_id });
    if (people === 1 && needsTwoIssuers(made.capacity_w)) {
      throw new GuardRefusal(422, [{ code: "DEV-035", message: TWO_ISSUERS }]);
    }
    await noteDecision(tx, row, { overrides, reason, decided_by: actor.account_id });
    return { answer: { device_code: made.code } };
  };
}

const TWO_ISSUERS = "A device of more than 5 MW is approved by two issuers.";

/** Applications as a kind of record. */
export const DEVICE_KIND: RecordKind<DeviceStatus, DeviceAction, ApplicationRow, DevicePayload> = {
  life: DEVICE_LIFE,
  table: "device_application",
  prefix: "DR",
  hidden: ["draft", "deleted"],
  projectsOf: async (_, { plant_id }) => (plant_id === null ? [] : [plant_id]),
  effects: {
    submit,
    resubmit,
    open,
    refer,
    decline,
    recall,
    approve: approve(1),
    approve_large: approve(2),
  },
};
