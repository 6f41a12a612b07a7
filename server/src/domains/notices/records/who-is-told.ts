// Who is told of what happened to a record, and how (design §2.20): the side that acted quietly, the others and whoever must act next aloud.
import { RECORD_PARTIES, type RecordLife, type RecordParty, type RecordRole } from "@heliograph/contract";

/** What of a kind of record decides who is told. */
interface ToldKind {
  readonly life: RecordLife;
  readonly hidden: readonly string[];
  readonly hasIssuer?: false;
  readonly operatorsAlone?: readonly string[];
  /** The column of its own account is one of them, where two parties take part. */
  readonly partyColumns?: Readonly<Record<RecordParty, string>>;
}

/** What happened to a record. `from` null: it began. */
interface Happening {
  readonly from: string | null;
  readonly to: string;
  readonly action: string;
  /** The role in which somebody acted, or the system. */
  readonly role: RecordRole;
  /** The record needs what must be done first in the state that it is in now. */
  readonly needsFirst?: boolean;
}

/** People of one side who are told. */
export interface ToldSide {
  /** Of a business account that takes part, of those who issue for registry and country, or of the platform. */
  readonly side: "account" | "issuer" | "platform_operator";
  /** Which account, where two take part. */
  readonly party?: RecordParty;
  /** Roles that are told aloud; the others of the side find it in their list, as read. */
  readonly aloud: readonly RecordRole[];
  /** Those of them whose turn it is now. */
  readonly turn: readonly RecordRole[];
}

const OF_ACCOUNTS: readonly RecordRole[] = ["trader", "account_manager", "viewer"];
const DECIDERS = ["issuer", "platform_operator"] as const;

/** Each side that is told of it, and who of the side aloud. Nobody is told who sees the record neither before nor after. */
export function whoIsTold(kind: ToldKind, happened: Happening): ToldSide[] {
  const told = [...accountsTold(kind, happened), ...decidersTold(kind, happened)];
  const isQuiet = kind.life.actions[happened.action]?.quiet === true;
  return isQuiet ? told.map((side) => ({ ...side, aloud: [], turn: [] })) : told;
}

/**
 * People of the accounts. Who may act on such records hears aloud of what others do, but of what begins and waits for somebody else; of what the
 * own side does only whoever must act next and could not have done it, as an account manager after a trader.
 */
function accountsTold(kind: ToldKind, { from, to, action, role, needsFirst }: Happening): ToldSide[] {
  if (kind.operatorsAlone?.includes(to) === true) return [];
  const { life, partyColumns } = kind;
  const next = nextIn(life, to, needsFirst);
  const parties = partyColumns === undefined ? [undefined] : RECORD_PARTIES;
  return parties.map((party) => {
    const isOwn = OF_ACCOUNTS.includes(role) && party === actingParty(kind, action);
    const isTurn = next !== undefined && (next.of === undefined || next.of === party);
    const takes = isTurn ? rolesFor(next.by) : [];
    const turn = isOwn && takes.includes(role) ? [] : takes;
    const hears = OF_ACCOUNTS.filter((one) => takes.includes(one) || acts(life, one));
    const aloud = isOwn || from === null ? turn : hears;
    return { side: "account" as const, ...(party === undefined ? {} : { party }), aloud, turn };
  });
}

/** Whose turn it is in the state. */
function nextIn(
  { state }: RecordLife,
  at: string,
  needsFirst = false,
): { by: RecordRole; of?: RecordParty } | undefined {
  const next = state[at]?.next;
  return needsFirst && next?.first !== undefined ? { by: next.first.by } : next;
}

/** The party whose people may take the action; its own account's where the action names none. Undefined: it has one. */
function actingParty({ life, partyColumns }: ToldKind, action: string): RecordParty | undefined {
  if (partyColumns === undefined) return undefined;
  const own = RECORD_PARTIES.find((party) => partyColumns[party] === "business_account_id");
  return life.actions[action]?.of ?? own;
}

/** Roles of an account that take the turn of the role: an account manager may do all that a trader does. Of others none. */
function rolesFor(by: RecordRole): readonly RecordRole[] {
  if (by === "trader") return ["trader", "account_manager"];
  return OF_ACCOUNTS.includes(by) ? [by] : [];
}

/** Whether the role may begin such records or take any action on them. */
const acts = ({ actions, begins }: RecordLife, role: RecordRole): boolean =>
  [begins, ...Object.values(actions).map(({ by }) => by)].flat().some((by) => rolesFor(by).includes(role));

/** Issuers and platform operators: those who must act next, those who had to before, and, quietly, those of whom one acted. */
function decidersTold(kind: ToldKind, { from, to, role, needsFirst }: Happening): ToldSide[] {
  const { state } = kind.life;
  const next = nextIn(kind.life, to, needsFirst)?.by;
  const before = from === null ? undefined : state[from]?.next?.by;
  return DECIDERS.flatMap((side) => {
    const sees = side === "platform_operator" || seenByIssuers(kind, to);
    if (!sees || ![next, before, role].includes(side)) return [];
    const isOwn = role === side;
    return [{ side, aloud: isOwn ? [] : [side], turn: !isOwn && next === side ? [side] : [] }];
  });
}

const seenByIssuers = ({ hasIssuer, operatorsAlone }: ToldKind, to: string): boolean =>
  hasIssuer !== false && operatorsAlone?.includes(to) !== true;
