import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { useRef, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { GuardList, type GuardState } from "../../../ui/records/GuardList.tsx";
import { useRecordWords } from "../words.ts";
import { useIssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useIssuanceCommand } from "./use-issuance-command.ts";

/** Bytes that an evidence file has at most. */
const FILE_MAX = 65_536;
/** Checks that a shorter period or a file gets out of. */
const OF_DAYS = ["ISS-008", "ISS-014"];

const STATES: Readonly<Record<IssuanceRecord["checks"][number]["outcome"], GuardState>> = {
  failed: "failed",
  decide: "warning",
  warning: "warning",
  passed: "passed",
  not_asked: "waiting",
};

/** Every check at once: what fails first, with its ways out and what each would mint; what has passed stays readable. */
export function IssuanceChecks({ request }: { request: IssuanceRecord }) {
  const words = useIssuanceWords();
  const record = useRecordWords();
  const { text } = words;
  const { checks, deadline } = request;
  const failed = checks.filter(({ outcome }) => outcome === "failed").length;
  const passed = checks.filter(({ outcome }) => outcome === "passed").length;
  return (
    <Panel
      title={failed === 0 ? text("iss.checksPassed", { n: passed }) : text("iss.checksFailed", { n: failed })}
      extra={<span className={styles.unit}>{text("iss.checksAgain")}</span>}
    >
      <GuardList
        label={text("iss.checks")}
        words={record.guards}
        guards={checks.map((check) => ({
          code: check.code,
          state: STATES[check.outcome],
          message: words.check(check, deadline),
          ...(check.outcome === "failed" &&
          OF_DAYS.includes(check.code) &&
          request.actions.includes("set_period")
            ? { ways: <Ways request={request} withFile={check.code === "ISS-008"} /> }
            : {}),
          ...(check.outcome === "decide" && request.actions.includes("accept_check")
            ? { ways: <AcceptCheck request={request} /> }
            : {}),
        }))}
      />
    </Panel>
  );
}

/** The ways out of days without data: evidence for them, or a period that ends before. */
function Ways({ request, withFile }: { request: IssuanceRecord; withFile: boolean }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const { shorter } = request;
  return (
    <>
      {withFile && <EvidenceUpload request={request} />}
      {shorter !== null && (
        <>
          <Button
            loading={busy}
            onClick={() =>
              void run(request, "set_period", {
                to_day: shorter.to_day,
                ...(shorter.rest_from_day === null ? {} : { rest_from_day: shorter.rest_from_day }),
              })
            }
          >
            {text("iss.wayEnd", { day: shorter.to_day })}
          </Button>
          <p className={styles.unit}>
            {shorter.rest_from_day === null
              ? text("iss.wayEndHint", { n: shorter.quantity })
              : text("iss.wayEndRest", { n: shorter.quantity, rest: shorter.rest_quantity })}
          </p>
        </>
      )}
    </>
  );
}

/** A file that states the energy of days: they become class C. */
function EvidenceUpload({ request }: { request: IssuanceRecord }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File) => {
    if (file.size > FILE_MAX) {
      say.error(text("iss.fileTooLarge"));
      return;
    }
    await run(request, "declare", { file_name: file.name, contents: await file.text() });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={text("iss.fileField")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file !== undefined) void upload(file);
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {text("iss.wayFile")}
      </Button>
      <p className={styles.unit}>{`${text("iss.wayFileHint")} ${text("iss.fileHint")}`}</p>
    </>
  );
}

/** The issuer accepts what the check found, with the reason. */
function AcceptCheck({ request }: { request: IssuanceRecord }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text("iss.accept")}</Button>
      {open && (
        <ReasonDialog
          title={text("iss.accept")}
          busy={busy}
          close={() => setOpen(false)}
          send={async (reason) => {
            if (await run(request, "accept_check", { code: "ISS-013", reason })) setOpen(false);
          }}
        />
      )}
    </>
  );
}
