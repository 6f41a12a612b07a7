import { localDay } from "@heliograph/contract/kernel/time";
import { nextMonthStart } from "@heliograph/contract/registry/devices/groups";
import {
  changeGroup,
  getRegisteredDevice,
  listRegisteredDevices,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { useState } from "react";
import { useNow } from "../../../../platform/clock.ts";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { DateField } from "../../../../ui/controls/dates/DateField.tsx";
import { useFormGuards } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import { MemberChoice } from "../MemberChoice.tsx";

/** Which devices a group has from the beginning of a future month on. */
export function ChangeMembers({ device, close }: { device: RegisteredDevice; close: () => void }) {
  const { text } = useDeviceWords();
  const today = localDay(device.timezone, useNow());
  const form = useMembersForm(device, { today, close });
  return (
    <FormDialog
      title={text("registered.changeMembers")}
      save={text("registered.changeMembers")}
      {...{ form, close }}
      className={shared.stack}
    >
      <DateField
        {...form.field("from")}
        label={text("registered.fromMonth")}
        part="month"
        today={today}
        min={nextMonthStart(today)}
      />
      <MemberChoice
        chosen={form.values.members}
        choose={(members) => form.change("members", members)}
        known={device.group_members.map((member) => ({ ...member, group: null }))}
        today={today}
      />
    </FormDialog>
  );
}

/** The form: who is in the group from which month on. */
function useMembersForm(device: RegisteredDevice, { today, close }: { today: string; close: () => void }) {
  const account = useActing();
  const change = useCall(changeGroup, [getRegisteredDevice, listRegisteredDevices]);
  const [key] = useState(() => crypto.randomUUID());
  const { device_uid, version: expected_version, group_members } = device;
  const there = group_members.filter(({ until }) => until === null).map((member) => member.device_uid);
  return useContractForm(changeGroup, {
    defaults: { from: nextMonthStart(today), members: there },
    toBody: ({ from, members }) => ({
      device_uid,
      expected_version,
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
