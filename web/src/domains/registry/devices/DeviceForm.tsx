import {
  actOnDeviceApplication,
  createDeviceApplication,
  getDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { listDeviceFolders } from "@heliograph/contract/registry/devices/device-folders";
import { itemsChanged, markState } from "@heliograph/contract/registry/devices/device-review";
import { gmt8Time } from "@heliograph/contract/kernel/gmt8";
import { Send } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { focusFirstFailed, GuardList } from "../../../ui/records/GuardList.tsx";
import { useGuardLines, useGuardRefusal } from "../../../platform/rec/guard-refusal.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useRecordWords } from "../words.ts";
import { useDeviceWords } from "./device-words.ts";
import { DeviceNext, DevicePage } from "./DevicePage.tsx";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Devices.module.css";
import { DeviceTimeline, DeviceVersions } from "./DeviceTimeline.tsx";
import { FormSections } from "./FormSections.tsx";
import { FormSteps, useFormStep } from "./FormSteps.tsx";
import { FolderPicker } from "./list/FolderPicker.tsx";
import { guardRows } from "./guard-rows.ts";
import { Succeeds } from "./Succeeds.tsx";
import { Resubmission } from "./review/Resubmission.tsx";
import { OtherChange } from "./draft/OtherChange.tsx";
import { useDeviceDraft, type DraftState } from "./draft/use-device-draft.ts";

const STALE = [getDeviceApplication, listDeviceApplications, listDeviceFolders];

/** The form of a draft, or of one that was referred back: six sections, saved as it is typed, with everything that still speaks against submitting. */
export function DeviceForm({ application }: { application: DeviceApplication }) {
  const words = useDeviceWords();
  const record = useRecordWords();
  const { text } = words;
  const state = useDeviceDraft(application);
  const { draft } = state;
  const rows = guardRows(draft, application, words);
  const missing = rows.filter((row) => row.state === "failed").length;
  const stands = standOf(application, state);
  const again = application.status === "to_resubmit";
  const step = useFormStep();
  return (
    <DevicePage
      application={application}
      name={draft.fields.device_english_name}
      meta={<Saved application={application} state={state} />}
      actions={
        <FormActions {...{ application, state }} blocked={missing > 0 || (again && stands.open > 0)} />
      }
    >
      <DeviceNext
        application={application}
        what={again ? text("dev.youAnswer", { n: stands.all }) : text("dev.youComplete")}
        otherwise={
          again
            ? text("dev.youAnswerHint", stands)
            : missing > 0
              ? text("dev.youCompleteHint", { n: missing })
              : text("dev.youSubmitHint")
        }
      />
      <OtherChange application={application} state={state} />
      <TwoColumns
        // Whoever fills in on a phone comes first; how much is missing stands above.
        first="workOnPhone"
        side={
          <>
            <Succeeds application={application} />
            <FolderPicker application={application} />
            <Panel
              title={text("dev.before")}
              extra={missing > 0 ? text("dev.missing", { n: missing }) : text("dev.nothingMissing")}
            >
              <GuardList label={text("dev.before")} guards={rows} words={record.guards} />
            </Panel>
            <DeviceTimeline application={application} />
            <DeviceVersions application={application} open />
          </>
        }
      >
        {again && <Resubmission application={application} state={state} />}
        <div className={styles.withSteps}>
          <FormSteps {...{ application, draft, step }} />
          <FormSections {...{ application, state, step }} />
        </div>
      </TwoColumns>
    </DevicePage>
  );
}

/** How the marks of the newest version stand. */
function standOf({ versions, documents }: DeviceApplication, { draft, answers, note }: DraftState) {
  const last = versions.at(-1);
  const marks = last?.marks ?? [];
  const changed = last === undefined ? [] : itemsChanged(last.content, { ...draft, documents, earlier: [] });
  const states = marks.map(({ item }) => markState(item, { marks, changed, answers, note }));
  const count = (wanted: string) => states.filter((one) => one === wanted).length;
  return { all: marks.length, changed: count("changed"), answered: count("answered"), open: count("open") };
}

function Saved({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { text } = useDeviceWords();
  const lines = useGuardLines();
  const now = useNow(60_000);
  const { saving, failed, retry, other } = state;
  const isKept = failed === null && other.refusal === null;
  return (
    <>
      {application.number}
      <span className={page.sep} />
      <span aria-live="polite">
        {saving
          ? text("dev.saving")
          : isKept
            ? text("dev.saved", { time: gmt8Time(application.changed_at, now) })
            : text("dev.notSaved")}
        {!saving && failed !== null && ` ${lines(failed)}`}
      </span>
      {!saving && failed !== null && (
        <Button size="small" onClick={retry}>
          {text("Try again")}
        </Button>
      )}
    </>
  );
}

function FormActions(given: { application: DeviceApplication; state: DraftState; blocked: boolean }) {
  const { application, state, blocked } = given;
  const { text } = useDeviceWords();
  const { run, busy } = useCommand(application, state);
  const [asking, setAsking] = useState(false);
  const duplicate = useDuplicate(application);
  const again = application.status === "to_resubmit";
  const submit = () => {
    if (blocked) focusFirstFailed(document);
    else void run(again ? "resubmit" : "submit");
  };
  return (
    <div className={shared.actions}>
      {!again && (
        <>
          <Button loading={duplicate.busy} onClick={() => void duplicate.run()}>
            {text("dev.duplicate")}
          </Button>
          <Button onClick={() => setAsking(true)}>{text("dev.deleteDraft")}</Button>
        </>
      )}
      <ReasonedButton
        type="primary"
        icon={<Send size={16} aria-hidden />}
        loading={busy}
        reason={blocked ? text("dev.before") : null}
        onClick={submit}
      >
        {again ? text("dev.submitVersion", { n: application.versions.length + 1 }) : text("dev.submit")}
      </ReasonedButton>
      {asking && (
        <Confirm
          title={text("dev.deleteDraft")}
          hint={text("dev.deleteHint", { name: application.number })}
          yes={text("Yes")}
          no={text("No")}
          danger
          run={() => run("delete")}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Takes an action on the record once what was typed is saved; says why it was refused. */
function useCommand({ record_uid }: DeviceApplication, { settle }: DraftState) {
  const account = useActing();
  const address = useServiceAddress();
  const navigate = useNavigate();
  const refused = useGuardRefusal();
  const act = useCall(actOnDeviceApplication, STALE);
  const run = async (action: "submit" | "resubmit" | "delete") => {
    try {
      const expected_version = await settle();
      await act.mutateAsync({
        query: actingAs(account),
        body: { record_uid, action, expected_version, key: crypto.randomUUID() },
      });
      if (action === "delete") await navigate(address("devices"), { replace: true });
    } catch (error) {
      refused(error);
    }
  };
  return { run, busy: act.isPending };
}

function useDuplicate({ record_uid }: DeviceApplication) {
  const account = useActing();
  const address = useServiceAddress();
  const navigate = useNavigate();
  const refused = useGuardRefusal();
  const create = useCall(createDeviceApplication, [listDeviceApplications]);
  const run = async () => {
    try {
      const made = await create.mutateAsync({
        query: actingAs(account),
        body: { key: crypto.randomUUID(), copy_of: record_uid },
      });
      await navigate(address("devices", { record: made.record_uid }));
    } catch (error) {
      refused(error);
    }
  };
  return { run, busy: create.isPending };
}
