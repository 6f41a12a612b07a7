import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { GuardList, type GuardState } from "../../../ui/records/GuardList.tsx";
import { useRecordWords } from "../words.ts";
import { WayByDocument } from "./Documents.tsx";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { actionOf } from "./use-evidence.ts";
import { useIssuanceCommand } from "./use-issuance-command.ts";

/** Checks that a shorter period gets out of, and those that a document does. */
const BY_PERIOD = ["ISS-008", "ISS-014"];
const BY_DOCUMENT = ["ISS-008", "ISS-009"];

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
  const failed =
    checks.filter(({ outcome }) => outcome === "failed").length +
    (request.suspended_because === null ? 0 : 1);
  const passed = checks.filter(({ outcome }) => outcome === "passed").length;
  return (
    <Panel
      title={failed === 0 ? text("iss.checksPassed", { n: passed }) : text("iss.checksFailed", { n: failed })}
      extra={<span className={styles.unit}>{text("iss.checksAgain")}</span>}
    >
      <GuardList
        label={text("iss.checks")}
        words={record.guards}
        guards={[
          ...suspension(request, text),
          ...checks.map((check) => ({
            code: check.code,
            state: STATES[check.outcome],
            message: words.check(check, deadline),
            ...(hasWays(request, check) ? { ways: <Ways request={request} code={check.code} /> } : {}),
            ...(check.outcome === "decide" && request.actions.includes("accept_check")
              ? { ways: <AcceptCheck request={request} /> }
              : {}),
          })),
        ]}
      />
    </Panel>
  );
}

/** The device, or what measures it, is suspended: as a refusal says it. */
function suspension({ device, suspended_because }: IssuanceRecord, text: IssuanceWords["text"]) {
  if (suspended_because === null) return [];
  const message = text("Certificates of {device} are blocked: {reason}.", {
    device: device.name,
    reason: suspended_because,
  });
  return [{ code: "ORD-007", state: "failed" as const, message }];
}

const hasWays = (request: IssuanceRecord, { code, outcome }: IssuanceRecord["checks"][number]): boolean =>
  outcome === "failed" &&
  ((BY_PERIOD.includes(code) && actionOf(request, "set_period", "amend_period") !== undefined) ||
    (BY_DOCUMENT.includes(code) && actionOf(request, "declare", "amend_evidence") !== undefined));

/** The ways out of days without data, or of a meter that differs: a document for them, or a period that ends before. */
function Ways({ request, code }: { request: IssuanceRecord; code: string }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const { shorter } = request;
  const period = actionOf(request, "set_period", "amend_period");
  const byDocument =
    BY_DOCUMENT.includes(code) && actionOf(request, "declare", "amend_evidence") !== undefined;
  return (
    <>
      {byDocument && <WayByDocument request={request} />}
      {shorter !== null && period !== undefined && BY_PERIOD.includes(code) && (
        <>
          <Button
            loading={busy}
            onClick={() =>
              void run(request, period, {
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
