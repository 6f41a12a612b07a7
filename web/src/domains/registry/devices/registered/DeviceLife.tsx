// The life of a registered device on its drawer: its state and who acts next, what may be decided, and what happened to it.
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { localDay } from "@heliograph/contract/kernel/time";
import {
  decideOnDevice,
  getRegisteredDevice,
  listRegisteredDevices,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { DEVICE_DECISIONS, REGISTERED_LIFE } from "@heliograph/contract/registry/devices/registered-life";
import { useState } from "react";
import type { TextKey } from "../../../../app/texts/keys.ts";
import { useCall } from "../../../../platform/api.ts";
import { useNow } from "../../../../platform/clock.ts";
import { useServerText } from "../../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { useGuardRefusal } from "../../../../platform/rec/guard-refusal.ts";
import { ReasonedButton } from "../../../../ui/controls/ReasonedButton.tsx";
import { TextArea } from "../../../../ui/controls/TextField.tsx";
import { NextLine } from "../../../../ui/records/NextLine.tsx";
import { useConfirmation } from "../../../identity/index.ts";
import { useDue } from "../../due.ts";
import { StateTag } from "../../StateTag.tsx";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import { Happenings } from "../Happenings.tsx";

type Given = { readonly device: RegisteredDevice };

/** What the device waits for, in words for whose turn it is and for others. */
function waitsFor({ status, next }: RegisteredDevice, { text }: DeviceWords): string {
  if (next === null || status === "in_force") return "";
  return text(`registered.next.${status}.${next.is_you ? "you" : "other"}`);
}

/** The state of the device, who must act next until when, and why it is suspended. */
export function RegisteredState({ device }: Given) {
  const words = useDeviceWords();
  const serverText = useServerText();
  const due = useDue();
  const now = useNow();
  const { text } = words;
  const { status, next, suspended_because, timezone, valid_to } = device;
  const ended = valid_to < localDay(timezone, now);
  const because =
    suspended_because === null
      ? text("registered.nothingNew")
      : text("registered.suspendedBecause", { reason: serverText(suspended_because) });
  return (
    <section className={shared.stack}>
      <div>
        <StateTag state={status} label={text(`registered.status.${status}`)} />
      </div>
      {next === null || ended ? (
        <NextLine
          whose="nobody"
          what={text(ended ? "registered.endedOn" : "registered.inForceUntil", { day: valid_to })}
        />
      ) : (
        <NextLine
          whose={next.is_you ? "you" : "other"}
          what={waitsFor(device, words)}
          otherwise={because}
          due={next.until === null ? null : due(next.until, now)}
        />
      )}
    </section>
  );
}

/** What the person may decide, each with a reason; nothing where that is nothing. */
export function Deciding({ device }: Given) {
  const { text } = useDeviceWords();
  const account = useActing();
  const refused = useGuardRefusal();
  const [reason, setReason] = useState("");
  const decide = useCall(decideOnDevice, [getRegisteredDevice, listRegisteredDevices]);
  const { confirmed, dialog } = useConfirmation();
  const { device_uid, version: expected_version, actions } = device;
  const open = DEVICE_DECISIONS.filter((action) => actions.includes(action));
  if (open.length === 0) return null;
  const run = (action: (typeof DEVICE_DECISIONS)[number]) => {
    const rule: RecordAction = REGISTERED_LIFE.actions[action];
    const body = { device_uid, expected_version, action, reason: reason.trim(), key: crypto.randomUUID() };
    const send = () => decide.mutateAsync({ query: actingAs(account), body });
    return (rule.confirmed === true ? confirmed(send) : send()).catch(refused);
  };
  const least = REGISTERED_LIFE.actions.suspend.reason ?? 1;
  const isShort = Array.from(reason.trim()).length < least;
  const hint = text("registered.reasonHint", { least });
  return (
    <section className={shared.stack}>
      <TextArea
        label={text("dev.reason")}
        hint={hint}
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={setReason}
      />
      <div className={shared.actions}>
        {open.map((action) => (
          <ReasonedButton
            key={action}
            loading={decide.isPending}
            reason={isShort ? hint : null}
            onClick={() => void run(action)}
          >
            {text(`registered.do.${action}`)}
          </ReasonedButton>
        ))}
      </div>
      {open.map((action) => (
        <p key={action} className={shared.hint}>
          {text(`registered.means.${action}`)}
        </p>
      ))}
      {dialog}
    </section>
  );
}

/** What stops issuing for the device. */
const STOPS = ["suspend", "lose_consent", "change_binding"];

/** What happened to the device since it was registered, and what is waited for. */
export function RegisteredTimeline({ device }: Given) {
  const words = useDeviceWords();
  const serverText = useServerText();
  const { text } = words;
  // Actions of the life cycle each have a text.
  const timeline = device.timeline.map(({ reason, ...event }) => ({
    ...event,
    title: text(`registered.did.${event.action}` as TextKey),
    failed: STOPS.includes(event.action),
    reason: reason === null ? null : serverText(reason),
  }));
  const next = waitsFor(device, words);
  return (
    <section className={shared.stack}>
      <h3>{text("dev.timeline")}</h3>
      <Happenings timeline={timeline} next={next === "" ? null : next} />
    </section>
  );
}
