import {
  createDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import {
  getRegisteredDevice,
  releaseDevice,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { actingAs, useActing, useRecView } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { useConfirmation } from "../../../identity/index.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { useFormGuards, useGuardRefusal } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";

/** What succeeds the device, or how it is renewed or given to another account (rule R11). */
export function Succession({ device }: { device: RegisteredDevice }) {
  const { text } = useDeviceWords();
  const address = useServiceAddress();
  const { change } = useRecView();
  const [releasing, setReleasing] = useState(false);
  const { confirmed, dialog } = useConfirmation();
  const { successor, renewal, released_to, can_renew, can_change, actions } = device;
  const [mayRelease, mayTakeBack] = [actions.includes("release"), actions.includes("take_back")];
  const isEmpty = successor === null && renewal === null && released_to === null;
  if (isEmpty && !can_renew && !mayRelease) return null;
  return (
    <section className={shared.stack}>
      <h3>{text("registered.renewal")}</h3>
      {successor !== null && (
        <p>
          {text("registered.succeededBy")}{" "}
          <Button type="text" size="small" onClick={() => change({ device: successor.device_uid })}>
            {successor.code}
          </Button>
        </p>
      )}
      {renewal !== null && (
        <p>
          {text("registered.renewalBegun")}{" "}
          <Link to={address("devices", { record: renewal.record_uid })}>{renewal.number}</Link>
        </p>
      )}
      {released_to !== null && (
        <p>
          {text("registered.releasedTo", {
            company: released_to.company,
            account: released_to.trade_account_id,
          })}
        </p>
      )}
      <div className={shared.actions}>
        {can_renew && renewal === null && <Succeed {...{ device }} is_change={false} />}
        {can_change && renewal === null && <Succeed {...{ device }} is_change />}
        {mayRelease && <Button onClick={() => setReleasing(true)}>{text("registered.release")}</Button>}
        {mayTakeBack && <TakeBack {...{ device, confirmed }} />}
      </div>
      {releasing && <Release {...{ device, confirmed }} close={() => setReleasing(false)} />}
      {dialog}
    </section>
  );
}

/** Begins the renewal, or a change before the end, and goes to it. */
function Succeed({ device, is_change }: { device: RegisteredDevice; is_change: boolean }) {
  const { text } = useDeviceWords();
  const succeed = useSucceed();
  return (
    <Button loading={succeed.busy} onClick={() => void succeed.begin(device.device_unique_id, is_change)}>
      {text(is_change ? "registered.change" : "registered.renew")}
    </Button>
  );
}

/** Begins an application that succeeds a device, and goes to it. */
function useSucceed() {
  const account = useActing();
  const navigate = useNavigate();
  const address = useServiceAddress();
  const refused = useGuardRefusal();
  const create = useCall(createDeviceApplication, [getRegisteredDevice, listDeviceApplications]);
  const [key] = useState(() => crypto.randomUUID());
  const begin = async (succeeds: string, is_change: boolean) => {
    try {
      const made = await create.mutateAsync({
        query: actingAs(account),
        body: { key, succeeds, is_change, type: "normal" },
      });
      void navigate(address("devices", { record: made.record_uid }));
    } catch (error) {
      refused(error);
    }
  };
  return { begin, busy: create.isPending };
}

type Confirmed = ReturnType<typeof useConfirmation>["confirmed"];

function TakeBack({ device, confirmed }: { device: RegisteredDevice; confirmed: Confirmed }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const refused = useGuardRefusal();
  const release = useCall(releaseDevice, [getRegisteredDevice]);
  const { device_uid, version: expected_version } = device;
  const run = () =>
    confirmed(() =>
      release.mutateAsync({
        query: actingAs(account),
        body: { device_uid, expected_version, trade_account_id: null, key: crypto.randomUUID() },
      }),
    ).catch(refused);
  return (
    <Button loading={release.isPending} onClick={() => void run()}>
      {text("registered.takeBack")}
    </Button>
  );
}

/** Names the account that the device is released to. */
function Release(given: { device: RegisteredDevice; confirmed: Confirmed; close: () => void }) {
  const { device, confirmed, close } = given;
  const { text } = useDeviceWords();
  const account = useActing();
  const release = useCall(releaseDevice, [getRegisteredDevice]);
  const [key] = useState(() => crypto.randomUUID());
  const { device_uid, version: expected_version } = device;
  const form = useContractForm(releaseDevice, {
    defaults: { trade_account_id: "" },
    toBody: ({ trade_account_id }) => ({
      device_uid,
      expected_version,
      trade_account_id: trade_account_id.trim(),
      key,
    }),
    send: (body) => confirmed(() => release.mutateAsync({ query: actingAs(account), body })),
    onSaved: close,
    onRefused: useFormGuards(),
  });
  return (
    <FormDialog
      title={text("registered.release")}
      save={text("registered.releaseNow")}
      {...{ form, close }}
      className={shared.stack}
    >
      <p>{text("registered.releaseHint")}</p>
      <TextField {...form.field("trade_account_id")} label={text("registered.tradeAccount")} maxLength={40} />
    </FormDialog>
  );
}
