// What is typed into a draft, part by part, and how what two people typed goes together.
import {
  deviceFieldNames,
  METER_ROLES,
  type DeviceDraft,
} from "@heliograph/contract/registry/devices/device-form";
import { isReviewItem, type DeviceAnswer } from "@heliograph/contract/registry/devices/device-review";

/** What is typed: the form, and of one that was referred back the answers and the word for the issuer. */
export interface Typed {
  readonly draft: DeviceDraft;
  readonly answers: readonly DeviceAnswer[];
  readonly note: string;
}

/** A part that two people changed, each in another way: what it belongs to, and what the other person made of it. */
export interface Clash {
  readonly part: string;
  /** An item of the form, or the word for the issuer. */
  readonly item: string;
  /** "": it was emptied or taken out. */
  readonly theirs: string;
}

/** Each part by its name, "kind name"; what is not there is left out. */
const partsOf = ({ draft, answers, note }: Typed): Map<string, string> =>
  new Map([
    ...deviceFieldNames.map((name) => [`field ${name}`, draft.fields[name]] as const),
    ...draft.meters.map(({ device_uid, role }) => [`meters ${device_uid}`, role] as const),
    ...draft.members.map((uid) => [`members ${uid}`, uid] as const),
    ...answers.map(({ item, answer }) => [`answer ${item}`, answer] as const),
    ["note note", note] as const,
  ]);

/** What is typed, from its parts, in their order. */
function typedOf(parts: ReadonlyMap<string, string>, { draft }: Typed): Typed {
  const named = (kind: string) =>
    [...parts].flatMap(([part, value]) => {
      const [of = "", name = ""] = part.split(" ");
      return of === kind ? [{ name, value }] : [];
    });
  return {
    draft: {
      fields: {
        ...draft.fields,
        ...Object.fromEntries(named("field").map(({ name, value }) => [name, value])),
      },
      meters: named("meters").flatMap(({ name: device_uid, value }) => {
        const role = METER_ROLES.find((one) => one === value);
        return role === undefined ? [] : [{ device_uid, role }];
      }),
      members: named("members").map(({ name }) => name),
    },
    answers: named("answer").flatMap(({ name, value }) =>
      isReviewItem(name) ? [{ item: name, answer: value }] : [],
    ),
    note: parts.get("note note") ?? "",
  };
}

const itemOf = (part: string): string => {
  const [kind = "", name = ""] = part.split(" ");
  return kind === "meters" || kind === "members" ? kind : name;
};

/**
 * What was typed here with what somebody else saved meanwhile: each part that was changed here stays, all others are theirs. `sent`: what was typed here
 * when it was last saved, `saved`: what the server made of that, `theirs`: what it holds now.
 */
export function mergeTyped(given: { mine: Typed; sent: Typed; saved: Typed; theirs: Typed }): {
  typed: Typed;
  clashes: readonly Clash[];
} {
  const [mine, sent, saved, theirs] = [given.mine, given.sent, given.saved, given.theirs].map(partsOf);
  const merged = new Map<string, string>();
  const clashes: Clash[] = [];
  for (const part of new Set([...(theirs?.keys() ?? []), ...(mine?.keys() ?? [])])) {
    const here = mine?.get(part);
    const there = theirs?.get(part);
    const isMine = here !== sent?.get(part);
    const value = isMine ? here : there;
    if (value !== undefined) merged.set(part, value);
    if (isMine && there !== saved?.get(part) && there !== here) {
      clashes.push({ part, item: itemOf(part), theirs: there ?? "" });
    }
  }
  return { typed: typedOf(merged, given.mine), clashes };
}

/** What was typed with one part as the other person made it. */
export function withTheirs(typed: Typed, { part, theirs }: Clash): Typed {
  const parts = partsOf(typed);
  if (theirs === "" && !/^(field|note) /.test(part)) parts.delete(part);
  else parts.set(part, theirs);
  return typedOf(parts, typed);
}

/** Items of the form, and the word for the issuer, that were typed and not saved. */
export function unsavedItems({ mine, sent }: { mine: Typed; sent: Typed }): readonly string[] {
  const [here, before] = [partsOf(mine), partsOf(sent)];
  const changed = [...new Set([...here.keys(), ...before.keys()])].filter(
    (part) => here.get(part) !== before.get(part),
  );
  return [...new Set(changed.map(itemOf))];
}
