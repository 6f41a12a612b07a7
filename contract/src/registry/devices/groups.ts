// Several devices registered as one, and folders that applications are kept in.
import { DEVICE_LIMITS } from "./device-form.ts";
import { filledMessage } from "./device-guards.ts";

/** A registered device as a member of a group. */
export interface GroupMember {
  readonly device_uid: string;
  readonly code: string;
  readonly name: string;
  readonly registry: string;
  readonly location: string;
  readonly province: string;
  readonly fuel_type: string;
  readonly device_technology: string;
  readonly owner: string;
  readonly capacity_w: number;
  /** The code of another group that it belongs to from the month on; null: none. */
  readonly group: string | null;
  /** It has certificates of its own, or a request for some that holds its days, of the month in which the group begins or a later one. */
  readonly own_issuance: boolean;
  /** The last day of its registration where that is before the group begins; null: it is registered then. */
  readonly ended: string | null;
}

export const GROUP_MESSAGES = {
  "GRP-001": "A group needs at least 2 devices.",
  "GRP-002": "All devices in a group must share {field}.",
  "GRP-003": "A device of a group may have 1 MW at most, and the group 5 MWp.",
  "GRP-004": "{device} already belongs to {group}.",
  "GRP-005": "{device} has certificates of its own for this period.",
  "GRP-006": "Members change with the beginning of a future month.",
  "GRP-007": "A group goes to no other account: its devices do.",
  "GRP-008": "{device} is registered until {day} only. Renew it or take it out.",
} as const;
type GroupCode = keyof typeof GROUP_MESSAGES;

/** What all members share, with the words of the messages. */
const SHARED = {
  registry: "registry",
  location: "country",
  province: "province",
  fuel_type: "fuel type",
  device_technology: "technology",
  owner: "owner",
} as const satisfies Partial<Record<keyof GroupMember, string>>;
const sharedNames = Object.keys(SHARED).filter((name): name is keyof typeof SHARED => name in SHARED);

/** A guard of a group that does not hold. `params` are the values of its message. */
interface GroupFault {
  readonly code: GroupCode;
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}

const fault = (code: GroupCode, params: Readonly<Record<string, string>> = {}): GroupFault => ({
  code,
  params,
  message: filledMessage(GROUP_MESSAGES[code], params),
});

/** Whether the values are one; what is not known of a device is shared with none. */
const isShared = (values: readonly string[]) => new Set(values).size <= 1 && !values.includes("");

/** What speaks against a group of these members in the registry ("": none is chosen yet); none: it can be submitted. */
export function groupFaults(members: readonly GroupMember[], registry: string): GroupFault[] {
  const { min, each_w, all_w } = DEVICE_LIMITS.members;
  const chosen = registry === "" || members.length === 0 ? [] : [registry];
  const valuesOf = (name: keyof typeof SHARED) => [
    ...members.map((member) => member[name]),
    ...(name === "registry" ? chosen : []),
  ];
  const differ = sharedNames.filter((name) => !isShared(valuesOf(name)));
  const sum = members.reduce((total, { capacity_w }) => total + capacity_w, 0);
  const large = sum > all_w || members.some(({ capacity_w }) => capacity_w > each_w);
  return [
    ...(members.length < min ? [fault("GRP-001")] : []),
    ...differ.map((name) => fault("GRP-002", { field: SHARED[name] })),
    ...(large ? [fault("GRP-003")] : []),
    ...members.flatMap(({ code, group }) =>
      group === null ? [] : [fault("GRP-004", { device: code, group })],
    ),
    ...members.flatMap(({ code, own_issuance }) =>
      own_issuance ? [fault("GRP-005", { device: code })] : [],
    ),
    ...members.flatMap(({ code, ended }) =>
      ended === null ? [] : [fault("GRP-008", { device: code, day: ended })],
    ),
  ];
}

/** The first day of the month after that of the day, YYYY-MM-DD. */
export function nextMonthStart(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}
