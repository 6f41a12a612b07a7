import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PAGE_ROWS } from "../../../platform/rec/lists/use-paged-list.ts";
import { useActing } from "../../../platform/rec/acting.ts";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import { devicesToChooseQuery } from "./device-queries.ts";
import { useDeviceWords } from "./device-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Devices.module.css";

/** What is known of a device of the group. */
interface KnownMember {
  readonly device_uid: string;
  readonly name: string;
  readonly code: string;
  readonly capacity_w: number;
  /** The group that it belongs to; null: none, or not known. */
  readonly group: string | null;
}

/** Which registered devices a group consists of: found among all of the account by name, code or province. */
export function MemberChoice(given: {
  chosen: readonly string[];
  choose: (uids: string[]) => void;
  /** Devices that are known already. */
  known: readonly KnownMember[];
  /** YYYY-MM-DD; what ended before it cannot be chosen. */
  today: string;
}) {
  const { chosen, choose, known, today } = given;
  const { text } = useDeviceWords();
  const { found, find } = useFound({ chosen, today });
  const knownOf = new Map([...found, ...known.map((one) => [one.device_uid, one] as const)]);
  const members = chosen.map((uid) => knownOf.get(uid) ?? unknown(uid));
  return (
    <div className={shared.stack}>
      <MultiCombobox
        label={text("dev.section.members")}
        hint={text("dev.members")}
        placeholder={text("dev.search")}
        search={find}
        pageSize={PAGE_ROWS}
        value={members.map((member) => ({ value: member.device_uid, label: labelOf(member) }))}
        onChange={(options) => choose(options.map(({ value }) => value))}
      />
      {members.length > 0 && <Chosen members={members} />}
    </div>
  );
}

const labelOf = ({ name, code }: Pick<KnownMember, "name" | "code">): string =>
  code === "" ? name : `${name} · ${code}`;

/** Finds devices, and keeps what was found: what is chosen of it is known from then on. */
function useFound({ chosen, today }: { chosen: readonly string[]; today: string }) {
  const { text, capacity } = useDeviceWords();
  const account = useActing();
  const queries = useQueryClient();
  const [found, setFound] = useState<ReadonlyMap<string, KnownMember>>(new Map());
  const find = async (words: string, _signal: AbortSignal, page: number) => {
    const { items } = await queries.fetchQuery(devicesToChooseQuery(account, words.trim(), page));
    const seen = items.map(
      ({ device_uid, device_english_name: name, device_unique_id: code, capacity_w }) =>
        [device_uid, { device_uid, name, code, capacity_w, group: null }] as const,
    );
    setFound((before) => new Map([...before, ...seen]));
    return items.map(
      ({ device_uid, device_english_name, device_unique_id, province, capacity_w, valid_to }) => {
        const hasEnded = valid_to < today;
        return {
          value: device_uid,
          label: labelOf({ name: device_english_name, code: device_unique_id }),
          detail: hasEnded
            ? text("dev.memberEnded", { day: valid_to })
            : `${province} · ${capacity(capacity_w, "normal")}`,
          disabled: hasEnded && !chosen.includes(device_uid),
        };
      },
    );
  };
  return { found, find };
}

/** The devices that are chosen, each with its capacity and the group that it is bound to, and their sum. */
function Chosen({ members }: { members: readonly KnownMember[] }) {
  const { text, capacity } = useDeviceWords();
  const n = members.length;
  const sum = members.reduce((watts, { capacity_w }) => watts + capacity_w, 0);
  return (
    <ul className={shared.rows} aria-label={text("dev.section.members")}>
      {members.map(({ device_uid, name, code, capacity_w, group }) => (
        <li key={device_uid}>
          <span className={styles.row}>
            <b>{name}</b> · {code}
          </span>
          <span>{capacity(capacity_w, "normal")}</span>
          {group !== null && <span className={styles.chip}>{text("dev.meterBound", { device: group })}</span>}
        </li>
      ))}
      <li>
        <span className={styles.row}>{text("dev.membersSum", { n })}</span>
        <b>{capacity(sum, "grouped")}</b>
      </li>
    </ul>
  );
}

const unknown = (device_uid: string): KnownMember => ({
  device_uid,
  name: device_uid.slice(0, 8),
  code: "",
  capacity_w: 0,
  group: null,
});
