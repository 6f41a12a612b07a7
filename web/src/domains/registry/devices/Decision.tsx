import {
  actOnDeviceApplication,
  createDeviceApplication,
  getDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import type { ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { DEVICE_LIFE, type DeviceAction } from "@heliograph/contract/registry/devices/device-life";
import { listRegisteredDevices } from "@heliograph/contract/registry/devices/registered-devices";
import { CornerUpLeft } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "../../../platform/api.ts";
import { useActing } from "../../../platform/rec/acting.ts";
import type { Marks } from "../../../platform/rec/use-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextArea, TextField } from "../../../ui/controls/TextField.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useConfirmation } from "../../identity/index.ts";
import { useGuardRefusal } from "../guard-refusal.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { actingAs } from "./device-queries.ts";
import { useDeviceWords } from "./device-words.ts";
import styles from "./Devices.module.css";
import { guardRows } from "./guard-rows.ts";

/** Takes an action on the application; says why it was refused. True: it was done. */
function useAct({ record_uid, version }: DeviceApplication) {
  const account = useActing();
  const refused = useGuardRefusal();
  const act = useCall(actOnDeviceApplication, [
    getDeviceApplication,
    listDeviceApplications,
    listRegisteredDevices,
  ]);
  const { confirmed, dialog } = useConfirmation();
  const run = async (action: DeviceAction, more: object = {}): Promise<boolean> => {
    try {
      const key = crypto.randomUUID();
      const send = () =>
        act.mutateAsync({
          query: actingAs(account),
          body: { record_uid, action, expected_version: version, key, ...more },
        });
      const rule: RecordAction = DEVICE_LIFE.actions[action];
      await (rule.confirmed === true ? confirmed(send) : send());
      return true;
    } catch (error) {
      refused(error);
      return false;
    }
  };
  return { run, busy: act.isPending, dialog };
}

/** Of a large device two issuers approve, by an action of its own. */
const approvalOf = ({ actions }: DeviceApplication): DeviceAction =>
  actions.includes("approve_large") ? "approve_large" : "approve";

/** Whether each mark has its reason. */
const isComplete = ({ all }: Marks<ReviewItem>): boolean => all.every(({ reason }) => reason.trim() !== "");
const saidIn = (reason: string) => (reason.trim() === "" ? {} : { reason });

interface DecisionProps {
  readonly application: DeviceApplication;
  readonly marks: Marks<ReviewItem>;
}

/** The issuer's decision: asking for changes is the way while something is marked, approving otherwise. */
export function Decision({ application, marks }: DecisionProps) {
  const { text } = useDeviceWords();
  const [reason, setReason] = useState("");
  const [overrides, setOverrides] = useState<Reasons>({});
  const [declining, setDeclining] = useState(false);
  const { run, busy, dialog } = useAct(application);
  const approve = () => void run(approvalOf(application), { overrides, ...saidIn(reason) });
  const marked = marks.all.length;
  const long = Array.from(reason.trim()).length >= DEVICE_LIMITS.reason.min;
  return (
    <Panel title={text("dev.decision")} extra={text("dev.itemsMarked", { n: marked })}>
      <div className={styles.stack}>
        <TextArea
          label={text("dev.reasonFor")}
          hint={text("dev.reasonHint", { n: reason.trim().length })}
          rows={3}
          maxLength={DEVICE_LIMITS.reason.max}
          value={reason}
          onChange={setReason}
        />
        {marked === 0 && <Overrides {...{ application, overrides }} change={setOverrides} />}
        <div className={styles.decide}>
          <Button
            type={marked > 0 ? "primary" : "default"}
            icon={<CornerUpLeft size={16} aria-hidden />}
            disabled={marked === 0 || !long || !isComplete(marks)}
            loading={busy}
            onClick={() => void run("refer", { reason, marks: marks.all })}
          >
            {text("dev.askChanges", { n: marked })}
          </Button>
          <Button
            type={marked === 0 ? "primary" : "default"}
            disabled={marked > 0}
            loading={busy}
            onClick={approve}
          >
            {text("dev.approve")}
          </Button>
          <Button disabled={!long} onClick={() => setDeclining(true)}>
            {text("dev.decline")}
          </Button>
        </div>
        <p className={styles.hint}>{text("dev.approveHint")}</p>
      </div>
      {dialog}
      {declining && (
        <Confirm
          title={text("dev.declineTitle")}
          hint={text("dev.declinedHint")}
          yes={text("Yes")}
          no={text("No")}
          danger
          run={() => run("decline", { reason })}
          close={() => setDeclining(false)}
        />
      )}
    </Panel>
  );
}

type Reasons = Readonly<Record<string, string>>;

/** A reason for each check that does not hold. */
function Overrides(given: {
  application: DeviceApplication;
  overrides: Reasons;
  change: (overrides: Reasons) => void;
}) {
  const { application, overrides, change } = given;
  const words = useDeviceWords();
  const failed = guardRows(application.draft, application, words).filter(({ state }) => state === "failed");
  return failed.map(({ code }) => (
    <TextField
      key={code}
      label={words.text("dev.overrideFor", { code })}
      maxLength={DEVICE_LIMITS.reason.max}
      value={overrides[code] ?? ""}
      onChange={(said) => change({ ...overrides, [code]: said })}
    />
  ));
}

/** What else can be done with the record: taking it for review, recalling it, copying it. */
export function RecordActions({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const address = useServiceAddress();
  const navigate = useNavigate();
  const refused = useGuardRefusal();
  const { run, busy } = useAct(application);
  const create = useCall(createDeviceApplication, [listDeviceApplications]);
  const { actions, opened, status, record_uid } = application;
  const copy = async () => {
    try {
      const body = { key: crypto.randomUUID(), copy_of: record_uid };
      const made = await create.mutateAsync({ query: actingAs(account), body });
      await navigate(address("devices", { record: made.record_uid }));
    } catch (error) {
      refused(error);
    }
  };
  return (
    <div className={styles.actions}>
      {actions.includes("open") && !opened && (
        <Button loading={busy} onClick={() => void run("open")}>
          {text("dev.startReview")}
        </Button>
      )}
      {actions.includes("recall") && (
        <Button loading={busy} onClick={() => void run("recall")}>
          {text("dev.recall")}
        </Button>
      )}
      {account !== undefined && status === "declined" && (
        <Button loading={create.isPending} onClick={() => void copy()}>
          {text("dev.duplicate")}
        </Button>
      )}
    </div>
  );
}
