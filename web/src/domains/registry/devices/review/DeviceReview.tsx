import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { itemsChanged, type ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import type { DeviceVersionContent } from "@heliograph/contract/registry/devices/device-version";
import { DEVICE_MESSAGES } from "@heliograph/contract/registry/devices/device-guards";
import { wattsOfMegawatts } from "@heliograph/contract/registry/devices/device-form";
import { useState } from "react";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { TwoColumns } from "../../../../platform/rec/record/TwoColumns.tsx";
import { useMarks } from "../../../../platform/rec/use-marks.ts";
import { Checkbox } from "../../../../ui/controls/Checkbox.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { DiffList } from "../../../../ui/records/DiffLine.tsx";
import { GuardList } from "../../../../ui/records/GuardList.tsx";
import { useRecordWords } from "../../words.ts";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import { Decision, RecordActions } from "./Decision.tsx";
import { DevicePage, DeviceNext } from "../DevicePage.tsx";
import { OwnerConsent } from "../consent/ConsentPart.tsx";
import styles from "../Devices.module.css";
import { Succeeds } from "../Succeeds.tsx";
import { DeviceTimeline, DeviceVersions } from "../DeviceTimeline.tsx";
import { guardRows } from "../guard-rows.ts";
import { DiffRow } from "./Resubmission.tsx";
import { ReviewItems } from "./ReviewItems.tsx";

/** An application that the person does not write: for the issuer whose turn it is with marks and a decision, for others to read. */
export function DeviceReview({ application }: { application: DeviceApplication }) {
  const words = useDeviceWords();
  const marks = useMarks<ReviewItem>();
  const [owner_named, setOwnerNamed] = useState(false);
  const { versions, draft, documents, actions } = application;
  const last = versions.at(-1);
  const content: DeviceVersionContent = last?.content ?? { ...draft, documents, earlier: [] };
  const before = versions.at(-2);
  const decides = actions.includes("refer");
  return (
    <DevicePage
      application={application}
      name={content.fields.device_english_name}
      meta={<Meta application={application} />}
      actions={<RecordActions application={application} />}
    >
      <DeviceNext application={application} {...nextWords(application, words)} />
      <TwoColumns
        side={
          <>
            <Succeeds application={application} />
            <Checks
              application={application}
              declaration={declarationIn(application, { decides, owner_named, setOwnerNamed })}
            />
            {decides && <Decision {...{ application, marks, owner_named }} />}
            <OwnerConsent application={application} />
            <DeviceTimeline application={application} />
            <DeviceVersions application={application} open={false} />
          </>
        }
      >
        {before !== undefined && <Changes {...{ application, content }} before={before.content} />}
        <ReviewItems {...{ application, content }} marks={decides ? marks : null} />
      </TwoColumns>
    </DevicePage>
  );
}

function nextWords(
  application: DeviceApplication,
  { text }: DeviceWords,
): { what: string; otherwise: string } {
  const { next, status, device, versions, second_person } = application;
  if (status === "approved" && device !== null) {
    const { code, valid_from: from, valid_to: to } = device;
    return { what: text("dev.ended"), otherwise: text("dev.approvedAs", { code, from, to }) };
  }
  if (status === "declined") {
    return { what: text("dev.ended"), otherwise: versions.at(-1)?.reason ?? text("dev.declinedHint") };
  }
  if (status === "pending" && next?.is_you === true) {
    const hint = second_person === null ? "dev.youDecideHint" : "dev.secondIssuer";
    return { what: text("dev.youDecide"), otherwise: text(hint) };
  }
  if (status === "pending") return { what: text("dev.issuerDecides"), otherwise: "" };
  return { what: text("dev.applicantActs"), otherwise: "" };
}

function Meta({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const { number, account, versions } = application;
  const last = versions.at(-1);
  return (
    <>
      {number}
      <span className={page.sep} />
      {account.company}
      {account.trade_account_id !== null && ` · ${account.trade_account_id}`}
      {last !== undefined && (
        <>
          <span className={page.sep} />
          {text("dev.version", { n: last.submission })} · {gmt8(last.submitted_at)}
        </>
      )}
    </>
  );
}

/** What differs from the version before, with the applicant's answers. */
function Changes(given: {
  application: DeviceApplication;
  content: DeviceVersionContent;
  before: DeviceVersionContent;
}) {
  const { application, content, before } = given;
  const { text } = useDeviceWords();
  const { versions } = application;
  const [last, earlier] = [versions.at(-1), versions.at(-2)];
  const changed = itemsChanged(before, content);
  const answers = last?.answers ?? [];
  const answered = answers.filter(({ item }) => !changed.some((one) => one === item));
  const reasonOf = (item: string) =>
    earlier?.marks.find((mark) => mark.item === item)?.reason ?? text("dev.outside");
  return (
    <Panel flush title={text("dev.markedBy")}>
      <DiffList>
        {changed.map((item) => (
          <DiffRow key={item} {...{ application, item, before }} hint={reasonOf(item)} now={content} />
        ))}
        {answered.map(({ item, answer }) => (
          <DiffRow key={item} {...{ application, item, before }} hint={reasonOf(item)} now={content}>
            <p className={styles.statement}>{answer}</p>
          </DiffRow>
        ))}
      </DiffList>
      {last !== undefined && last.note !== "" && <p className={styles.group}>{last.note}</p>}
    </Panel>
  );
}

/** How the owner's declaration was found (DEV-010): `tick` of the issuer who looks at it; null: nothing to show. */
type Declaration = { readonly named: boolean; readonly tick: ((named: boolean) => void) | null } | null;

/** While the application is in review the issuer ticks it; afterwards it stands as it was found. */
function declarationIn(
  { status, versions, second_person }: DeviceApplication,
  of: { decides: boolean; owner_named: boolean; setOwnerNamed: (named: boolean) => void },
): Declaration {
  if (second_person !== null) return { named: second_person.payload.owner_named === true, tick: null };
  if (of.decides) return { named: of.owner_named, tick: of.setOwnerNamed };
  return status === "approved" && versions.at(-1)?.owner_named === true ? { named: true, tick: null } : null;
}

/** The guards as they stand, how the declaration was found, what was overridden, and what the readings say of the capacity. */
function Checks({ application, declaration }: { application: DeviceApplication; declaration: Declaration }) {
  const words = useDeviceWords();
  const record = useRecordWords();
  const { text, megawatts, format } = words;
  const { peak, draft, versions } = application;
  const watts = wattsOfMegawatts(draft.fields.capacity);
  const overrides = versions.at(-1)?.overrides ?? {};
  const guards = guardRows(draft, application, words).map((row) =>
    row.code !== "DEV-005" || peak === null || watts === null
      ? row
      : {
          ...row,
          message: text("dev.peak", { mw: megawatts(Math.round(peak.peak_w / 1000) * 1000) }),
          hint: text("dev.peakHint", {
            n: peak.months,
            percent: format.number((peak.peak_w / watts) * 100, 0),
            mw: megawatts(watts),
          }),
          state: peak.peak_w > watts ? ("warning" as const) : row.state,
        },
  );
  const rows = [...guards, ...(declaration === null ? [] : [declarationRow(declaration, words)])].map(
    (row) => {
      const reason = overrides[row.code];
      return reason === undefined
        ? row
        : { ...row, state: "warning" as const, hint: text("dev.overridden", { reason }) };
    },
  );
  return (
    <Panel title={text("dev.checks")}>
      <GuardList label={text("dev.checks")} guards={rows} words={record.guards} />
    </Panel>
  );
}

/** DEV-010 as a line of the checks, with its tick where the person is to look. */
function declarationRow({ named, tick }: NonNullable<Declaration>, { text }: DeviceWords) {
  return {
    code: "DEV-010",
    state: named ? ("passed" as const) : ("failed" as const),
    message: text(named ? "dev.ownerNamed" : DEVICE_MESSAGES["DEV-010"]),
    ...(tick === null
      ? {}
      : { ways: <Checkbox label={text("dev.ownerNamed")} checked={named} onChange={tick} /> }),
  };
}
