import {
  actOnDeviceApplication,
  createDeviceApplication,
  getDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import { REVIEW_MESSAGES, type ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { DEVICE_LIFE, type DeviceAction } from "@heliograph/contract/registry/devices/device-life";
import { listRegisteredDevices } from "@heliograph/contract/registry/devices/registered-devices";
import { CornerUpLeft } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "../../../../platform/api.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import type { Marks } from "../../../../platform/rec/use-marks.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../../ui/controls/ReasonedButton.tsx";
import { TextArea } from "../../../../ui/controls/TextField.tsx";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { useConfirmation } from "../../../identity/index.ts";
import { useGuardRefusal } from "../../../../platform/rec/guard-refusal.ts";
import { useMayAct } from "../../use-may-act.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Devices.module.css";
import { isLong, Overrides, ProposedApproval, useApproval, type Reasons } from "./Approval.tsx";

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

/** Whether each mark has its reason. */
const isComplete = ({ all }: Marks<ReviewItem>): boolean => all.every(({ reason }) => reason.trim() !== "");
const saidIn = (reason: string) => (reason.trim() === "" ? {} : { reason });

interface DecisionProps {
  readonly application: DeviceApplication;
  readonly marks: Marks<ReviewItem>;
  /** Whether the issuer has said that the owner's declaration names the device and the owner (DEV-010). */
  readonly owner_named: boolean;
}

/** The issuer's decision: asking for changes is the way while something is marked, approving otherwise. What a first of two issuers proposes is confirmed or set aside. */
export function Decision({ application, marks, owner_named }: DecisionProps) {
  const { text } = useDeviceWords();
  const [reason, setReason] = useState("");
  const [overrides, setOverrides] = useState<Reasons>({});
  const [declining, setDeclining] = useState(false);
  const { run, busy, dialog } = useAct(application);
  const approval = useApproval(application, { owner_named, overrides });
  const approved = { overrides, owner_named, ...saidIn(reason) };
  const { second_person } = application;
  const marked = marks.all.length;
  return (
    <Panel title={text("dev.decision")} extra={text("dev.itemsMarked", { n: marked })}>
      <div className={shared.stack}>
        {second_person !== null && <ProposedApproval application={{ ...application, second_person }} />}
        <TextArea
          label={text("dev.reasonFor")}
          hint={text("dev.reasonHint", { n: reason.trim().length })}
          rows={3}
          maxLength={DEVICE_LIMITS.reason.max}
          value={reason}
          onChange={setReason}
        />
        {marked === 0 && second_person === null && (
          <Overrides {...{ application, overrides }} change={setOverrides} />
        )}
        <div className={styles.decide}>
          <Button
            type={marked > 0 ? "primary" : "default"}
            icon={<CornerUpLeft size={16} aria-hidden />}
            disabled={marked === 0 || !isLong(reason) || !isComplete(marks)}
            loading={busy}
            onClick={() => void run("refer", { reason, marks: marks.all })}
          >
            {text("dev.askChanges", { n: marked })}
          </Button>
          {second_person === null && (
            <Approve {...{ approval, busy, marked }} approve={() => void run(approval.action, approved)} />
          )}
          <Button disabled={!isLong(reason)} onClick={() => setDeclining(true)}>
            {text("dev.decline")}
          </Button>
        </div>
        <p className={shared.hint}>{text(approval.hint)}</p>
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

/** Approves, or proposes that a second issuer approves too; it says why it cannot yet. */
function Approve(given: {
  approval: ReturnType<typeof useApproval>;
  marked: number;
  busy: boolean;
  approve: () => void;
}) {
  const { approval, marked, busy, approve } = given;
  const { text } = useDeviceWords();
  return (
    <ReasonedButton
      type={marked === 0 ? "primary" : "default"}
      loading={busy}
      reason={marked > 0 ? text("dev.whileMarked") : approval.reason}
      onClick={approve}
    >
      {text(approval.action === "approve" ? "dev.approve" : "dev.propose")}
    </ReasonedButton>
  );
}

/** What else can be done with the record: taking it for review, recalling it, copying it. */
export function RecordActions({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const mayAct = useMayAct();
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
    <div className={shared.actions}>
      {actions.includes("open") && !opened && (
        <Button loading={busy} onClick={() => void run("open")}>
          {text("dev.startReview")}
        </Button>
      )}
      {actions.includes("recall") && (
        <ReasonedButton
          loading={busy}
          reason={opened ? `DEV-032 ${text(REVIEW_MESSAGES["DEV-032"])}` : null}
          onClick={() => void run("recall")}
        >
          {text("dev.recall")}
        </ReasonedButton>
      )}
      {mayAct === true && status === "declined" && (
        <Button loading={create.isPending} onClick={() => void copy()}>
          {text("dev.duplicate")}
        </Button>
      )}
    </div>
  );
}
