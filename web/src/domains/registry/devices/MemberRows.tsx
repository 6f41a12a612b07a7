import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import { useQuery } from "@tanstack/react-query";
import { useActing } from "../../../platform/rec/acting.ts";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { registeredDevicesQuery } from "./device-queries.ts";
import { useDeviceWords } from "./device-words.ts";
import styles from "./Devices.module.css";
import type { DraftState } from "./draft/use-device-draft.ts";

/** Which registered devices the group consists of. */
export function MemberRows({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { text, capacity } = useDeviceWords();
  const account = useActing();
  const devices = useQuery(
    registeredDevicesQuery(account, { type: "normal", search: "", page: 1 }, DEVICE_LIMITS.members.max),
  );
  const { draft, change } = state;
  const facts = new Map(application.members.map((member) => [member.device_uid, member]));
  const put = (uid: string, checked: boolean) => {
    const others = draft.members.filter((one) => one !== uid);
    change({ draft: { ...draft, members: checked ? [...others, uid] : others } }, true);
  };
  // What ended is a device no longer, and is left only where it was chosen.
  const items = (devices.data?.items ?? []).filter(
    ({ device_uid, valid_to }) => valid_to >= application.facts.today || draft.members.includes(device_uid),
  );
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{text(items.length === 0 ? "dev.noMembers" : "dev.members")}</p>
      <ul className={styles.rows}>
        {items.map(({ device_uid, device_unique_id, device_english_name, province, capacity_w }) => (
          <li key={device_uid}>
            <Checkbox
              className={styles.row ?? ""}
              label={
                <>
                  <b>{device_english_name}</b> · {device_unique_id} · {province}
                </>
              }
              checked={draft.members.includes(device_uid)}
              onChange={(checked) => put(device_uid, checked)}
            />
            <span>{capacity(capacity_w, "normal")}</span>
            {facts.get(device_uid)?.group !== undefined && facts.get(device_uid)?.group !== null && (
              <span className={styles.chip}>
                {text("dev.meterBound", { device: facts.get(device_uid)?.group ?? "" })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
