// What the actions on an application to register a device do.
import {
  DEVICE_LIFE,
  DEVICE_LIMITS,
  declarationGuard,
  deviceGuards,
  groupFaults,
  isOverridable,
  itemsChanged,
  overrideFaults,
  referFaults,
  resubmitFaults,
  REVIEW_MESSAGES,
  type DEVICE_APPROVALS,
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
import { projectsOfDevices } from "./device-projects.sql.ts";
import { registerDevice } from "./register-device.sql.ts";
import { registerGroup } from "./register-group.sql.ts";
import { refuseUnmet, type Fault } from "./unmet.ts";
import { freezeVersion, noteDecision, noteReviewBegan, versionsOf } from "./version.sql.ts";

/** What commands carry beside what every command does. */
interface DevicePayload {
  readonly marks?: readonly DeviceMark[];
  readonly overrides?: Record<string, string>;
  readonly owner_named?: boolean;
}

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

/** The approval that an application of the capacity needs, with or without checks that are overridden. */
export function approvalFor(capacity_w: number, overrides: boolean): (typeof DEVICE_APPROVALS)[number] {
  if (overrides) return "approve_overriding";
  return capacity_w > DEVICE_LIMITS.twoIssuersAbove_w ? "approve_large" : "approve";
}

/** What an approval rests on: the checks that are overridden, each with its reason. Refuses with all that speak against it, to the first of two issuers already. */
async function mustBeApprovable(
  tx: Tx,
  row: ApplicationRow,
  { actor, payload }: Context,
): Promise<{ overridden: Readonly<Record<string, string>>; facts: ApplicationFacts }> {
  if (actor.account_id !== null && actor.account_id === row.submitted_by) {
    throw new Problem(403, "AUTH-005", "You have a part in this record and cannot decide on it.");
  }
  const { overrides = {}, owner_named = false } = payload;
  const { faults, facts } = await faultsOf(tx, row, actor.at);
  const declaration = declarationGuard(owner_named);
  const soft = [...new Set(faults.map(({ code }) => code).filter(isOverridable))];
  refuseUnmet([
    ...faults.filter(({ code }) => !isOverridable(code) || overrides[code] === undefined),
    ...(declaration.state === "failed" ? [declaration] : []),
  ]);
  refuseUnmet(overrideFaults(soft, overrides));
  return { overridden: Object.fromEntries(soft.map((code) => [code, overrides[code] ?? ""])), facts };
}

function approve(people: 1 | 2) {
  return async (tx: Tx, row: ApplicationRow, context: Context) => {
    const { actor, payload, reason } = context;
    const { overridden, facts } = await mustBeApprovable(tx, row, context);
    const made =
      row.type === "normal"
        ? await registerDevice(tx, row, actor)
        : await registerGroup(tx, row, { today: facts.today, actor });
    const needed = approvalFor(made.capacity_w, Object.keys(overridden).length > 0);
    if (people === 1 && needed !== "approve") {
      const why = needed === "approve_large" ? "DEV-035" : "DEV-035.override";
      throw new GuardRefusal(422, [{ code: "DEV-035", message: REVIEW_MESSAGES[why] }]);
    }
    const { owner_named = false } = payload;
    const decided_by = actor.account_id;
    await noteDecision(tx, row, { overrides: overridden, owner_named, reason, decided_by });
    return { answer: { device_code: made.code } };
  };
}

/** What both of two issuers must find. */
const approvable = async (tx: Tx, row: ApplicationRow, context: Context): Promise<void> =>
  void (await mustBeApprovable(tx, row, context));

/** Applications as a kind of record. */
export const DEVICE_KIND: RecordKind<DeviceStatus, DeviceAction, ApplicationRow, DevicePayload> = {
  life: DEVICE_LIFE,
  table: "device_application",
  prefix: "DR",
  hidden: ["draft", "deleted"],
  projectsOf: async (tx, { plant_id, members }) => [
    ...(plant_id === null ? [] : [plant_id]),
    ...(await projectsOfDevices(tx, { uids: members })),
  ],
  firstGuards: { approve_large: approvable, approve_overriding: approvable },
  effects: {
    submit,
    resubmit,
    open,
    refer,
    decline,
    recall,
    approve: approve(1),
    approve_large: approve(2),
    approve_overriding: approve(2),
  },
};
