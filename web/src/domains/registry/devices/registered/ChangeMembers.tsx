import { localDay } from "@heliograph/contract/kernel/time";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import { nextMonthStart } from "@heliograph/contract/registry/devices/groups";
import {
  changeGroup,
  getRegisteredDevice,
  listRegisteredDevices,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "../../../../platform/clock.ts";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Checkbox } from "../../../../ui/controls/Checkbox.tsx";
import { DateField } from "../../../../ui/controls/dates/DateField.tsx";
import { useFormGuards } from "../../../../platform/rec/guard-refusal.ts";
import { actingAs, registeredDevicesQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";

/** Which devices a group has from the beginning of a future month on. */
export function ChangeMembers({ device, close }: { device: RegisteredDevice; close: () => void }) {
  const { text, capacity } = useDeviceWords();
  const account = useActing();
  const devices = useQuery(
    registeredDevicesQuery(account, { type: "normal", search: "", page: 1 }, DEVICE_LIMITS.members.max),
  );
  const today = localDay(device.timezone, useNow());
  const form = useMembersForm(device, { today, close });
  const { members } = form.values;
  const put = (uid: string, checked: boolean) => {
    const others = members.filter((one) => one !== uid);
    form.change("members", checked ? [...others, uid] : others);
  };
  return (
    <FormDialog
      title={text("registered.changeMembers")}
      save={text("registered.changeMembers")}
      {...{ form, close }}
      className={styles.stack}
    >
      <DateField
        {...form.field("from")}
        label={text("registered.fromMonth")}
        part="month"
        today={today}
        min={nextMonthStart(today)}
      />
      <ul className={styles.rows}>
        {devices.data?.items.map((one) => (
          <li key={one.device_uid}>
            <Checkbox
              className={styles.row ?? ""}
              label={
                <>
                  <b>{one.device_english_name}</b> · {one.device_unique_id}
                </>
              }
              checked={members.includes(one.device_uid)}
              onChange={(checked) => put(one.device_uid, checked)}
            />
            <span>{capacity(one.capacity_w, "normal")}</span>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

/** The form: who is in the group from which month on. */
function useMembersForm(device: RegisteredDevice, { today, close }: { today: string; close: () => void }) {
  const account = useActing();
  const change = useCall(changeGroup, [getRegisteredDevice, listRegisteredDevices]);
  const [key] = useState(() => crypto.randomUUID());
  const { device_uid, group_members } = device;
  const there = group_members.filter(({ until }) => until === null).map((member) => member.device_uid);
  return useContractForm(changeGroup, {
    defaults: { from: nextMonthStart(today), members: there },
    toBody: ({ from, members }) => ({
      device_uid,
      from,
      add: members.filter((uid) => !there.includes(uid)),
      remove: there.filter((uid) => !members.includes(uid)),
      key,
    }),
    send: (body) => change.mutateAsync({ query: actingAs(account), body }),
    onSaved: close,
    onRefused: useFormGuards(),
  });
}
