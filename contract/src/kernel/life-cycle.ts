// Life cycles as data: the server moves records by them, screens draw their buttons from them, docs/life-cycles.md is made of them.

/** Who may take an action, what it starts from and where it leads. */
interface Action<State extends string, Role extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly by: readonly Role[];
}

/** A life cycle. The first state is the one that a thing begins in. */
interface Life<State extends string, Role extends string, Name extends string> {
  readonly states: readonly State[];
  readonly actions: Readonly<Record<Name, Action<State, Role>>>;
}

/** Fixes the literal types and returns the table as it is. */
export function life<const S extends string, const R extends string, const N extends string>(
  states: readonly S[],
  actions: Record<N, { from: readonly NoInfer<S>[]; to: NoInfer<S>; by: readonly R[] }>,
): Life<S, R, N> {
  return { states, actions };
}

/** Why the action is not open, or undefined when it is. */
export function closedBecause<S extends string, R extends string, N extends string>(
  table: { readonly actions: Readonly<Record<N, Omit<Action<S, R>, "to">>> },
  action: N,
  { at, role }: { at: S; role: R },
): "state" | "role" | undefined {
  const { from, by } = table.actions[action];
  if (!from.includes(at)) return "state";
  return by.includes(role) ? undefined : "role";
}

/** Roles in the life of a record: three of a business account, the registrar of a registry and country, those who run the platform, its timers. */
export const RECORD_ROLES = [
  "trader",
  "account_manager",
  "viewer",
  "issuer",
  "platform_operator",
  "system",
] as const;
export type RecordRole = (typeof RECORD_ROLES)[number];

/** Sides of a record that two business accounts take part in. */
export const RECORD_PARTIES = ["buyer", "seller"] as const;
export type RecordParty = (typeof RECORD_PARTIES)[number];

/**
 * What people do for their business account, as far as its state decides whether they may: change what it says of itself, its people, leave it, settle what is owed or
 * was agreed, take back what was asked for, and all else. Reading is no deed: it is always possible.
 */
export type AccountDeed = "profile" | "people" | "leave" | "settle" | "withdraw" | "act";

/** How long whoever must act next has. Business days are those of GMT+8 and end with the day. */
export interface TimeLimit {
  readonly count: number;
  readonly unit: "business_days" | "days" | "hours";
}

/** A state of a record. */
export interface RecordState<Name extends string = string> {
  /** In English, as screens show it. */
  readonly label: string;
  /** The tab that lists it, by the code of a state; null: only under All. Left out: its own. */
  readonly tab?: string | null;
  /** Who must act next; left out: nobody, the record is at its end or rests. */
  readonly next?: {
    readonly by: RecordRole;
    /** Of which party, where the record has two; left out: it has one. */
    readonly of?: RecordParty;
    readonly within?: TimeLimit;
    /** What the system does when the time is over. */
    readonly otherwise?: Name;
    /** What the account's people do then, where they must act; left out: "act". */
    readonly deed?: AccountDeed;
    /** Who must act before, by an action that leaves the record in its state, on those records that need it; the one who submitted it never. */
    readonly first?: { readonly by: RecordRole; readonly action: Name };
  };
}

/** Where an action leads that leaves a record in its state, with the time limit that it has there. */
const SAME = "same";

/** An action on a record. */
export interface RecordAction<State extends string = string> extends Omit<Action<State, RecordRole>, "to"> {
  /** A state; "same": the one that it starts from. */
  readonly to: State | typeof SAME;
  /** In English, as the timeline says that it was done: "Submitted". */
  readonly done: string;
  /** Which party's people may, where the record has two; left out: it has one, or people of no party act. */
  readonly of?: RecordParty;
  /** Characters that its reason has at least; left out: it takes none. */
  readonly reason?: number;
  /** Two different persons must ask for it, the second within 72 hours of the first (rule R23). */
  readonly people?: 2;
  /** It needs the password again after some minutes (rule R28). */
  readonly confirmed?: true;
  /** As what it counts where people of a business account take it; left out: "act". */
  readonly deed?: AccountDeed;
  /** It is a step among those who decide: nobody is told of it aloud. */
  readonly quiet?: true;
}

/** The life cycle of a kind of record. */
export interface RecordLife<S extends string = string, N extends string = string> {
  readonly states: readonly S[];
  /** Stable name in addresses, events and jobs. */
  readonly entity: string;
  /** What refusals call it: "Issuance request". */
  readonly noun: string;
  /** Who may begin one. */
  readonly begins: readonly RecordRole[];
  readonly state: Readonly<Record<S, RecordState<N>>>;
  readonly actions: Readonly<Record<N, RecordAction<S>>>;
}

/** Fixes the literal types of a kind of record and returns its life cycle. The first state is the one that a record begins in. */
export function recordLife<const S extends string, const N extends string>(stated: {
  entity: string;
  noun: string;
  begins: readonly RecordRole[];
  state: Record<S, RecordState<NoInfer<N>>>;
  actions: Record<N, RecordAction<NoInfer<S>>>;
}): RecordLife<S, N> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- keys of a record that was just stated
  return { ...stated, states: Object.keys(stated.state) as S[] };
}

/** The state of a record after the action, which begins in `at`. */
export function stateAfter<S extends string, N extends string>(table: RecordLife<S, N>, action: N, at: S): S {
  const { to } = table.actions[action];
  return to === SAME ? at : to;
}

/** Names of the actions that a person with these roles may take on a record in the state, in the table's order. */
export function openActions<S extends string, N extends string>(
  table: RecordLife<S, N>,
  at: S,
  roles: readonly RecordRole[],
): N[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- keys of the table
  const names = Object.keys(table.actions) as N[];
  return names.filter((action) =>
    roles.some((role) => closedBecause(table, action, { at, role }) === undefined),
  );
}

/** States that the tab lists. */
export function statesOf<S extends string>(table: RecordLife<S>, tab: string): S[] {
  return table.states.filter((state) => tabOf(table, state) === tab);
}

/** The tab that lists records in the state, by code; null: only All does. */
function tabOf<S extends string>(table: RecordLife<S>, at: S): string | null {
  const { tab } = table.state[at];
  return tab === undefined ? at : tab;
}

/** The life cycles of records among what a module exports. */
export function lifeCyclesIn(module: Readonly<Record<string, unknown>>): RecordLife[] {
  return Object.values(module).filter(isRecordLife);
}

const isRecordLife = (value: unknown): value is RecordLife =>
  typeof value === "object" && value !== null && "entity" in value && "states" in value && "actions" in value;
