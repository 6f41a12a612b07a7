import {
  downloadEvidencePack,
  listIssuances,
  readIssuance,
  type IssuanceRecord,
} from "@heliograph/contract/registry/issuance/issuance";
import type { IssuanceAction } from "@heliograph/contract/registry/issuance/issuance-life";
import type { IssuanceItem } from "@heliograph/contract/registry/issuance/issuance-review";
import { CornerUpLeft, Download, Send } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import type { Marks } from "../../../platform/rec/use-marks.ts";
import { fileName } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { useConfirmation } from "../../identity/index.ts";
import { ProposalPart } from "../../parties/index.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useIssuanceWords } from "./issuance-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import { ChangePeriod } from "./PeriodDialog.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { openItems, type Answers } from "./Review.tsx";
import { actionOf } from "./use-evidence.ts";
import { useIssuanceCommand } from "./use-issuance-command.ts";

interface Of {
  readonly request: IssuanceRecord;
}

/** The evidence for everybody, and the actions that are open to whoever looks; one of them is the filled button: while something is marked, asking for it. */
export function IssuanceActions(given: Of & { marks: Marks<IssuanceItem>; answers: Answers }) {
  const { request, marks, answers } = given;
  const { text } = useIssuanceWords();
  const savePack = useEvidencePack(request);
  const { actions } = request;
  const may = (action: IssuanceAction) => actions.includes(action);
  const period = actionOf(request, "set_period", "amend_period");
  return (
    <div className={shared.actions}>
      <Button icon={<Download size={16} aria-hidden />} onClick={() => savePack("csv")}>
        {text("iss.pack")}
      </Button>
      {period !== undefined && <ChangePeriod request={request} action={period} />}
      {may("delete") && <Delete request={request} />}
      {may("withdraw") && <Plain request={request} action="withdraw" label={text("iss.withdraw")} />}
      {may("reject") && <Reject request={request} />}
      {may("take") && <Plain request={request} action="take" label={text("iss.take")} />}
      {may("submit") && <Submit request={request} />}
      {may("resubmit") && <Resubmit request={request} answers={answers} />}
      {may("refer") && marks.all.length > 0 && <Refer request={request} marks={marks} />}
      {may("approve") && <Approve request={request} marked={marks.all.length} />}
    </div>
  );
}

function Plain({ request, action, label }: Of & { action: IssuanceAction; label: string }) {
  const { run, busy } = useIssuanceCommand();
  return (
    <Button loading={busy} onClick={() => void run(request, action)}>
      {label}
    </Button>
  );
}

function Delete({ request }: Of) {
  const { text } = useIssuanceWords();
  const navigate = useNavigate();
  const address = useServiceAddress();
  const { run, busy } = useIssuanceCommand();
  const press = async () => {
    if (await run(request, "delete")) await navigate(address("issuance"));
  };
  return (
    <Button loading={busy} onClick={() => void press()}>
      {text("iss.delete")}
    </Button>
  );
}

function Reject({ request }: Of) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text("iss.reject")}</Button>
      {open && (
        <ReasonDialog
          title={text("iss.reject")}
          busy={busy}
          close={() => setOpen(false)}
          send={async (reason) => {
            if (await run(request, "reject", { reason })) setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** Asks for what is marked, with a word for all of it. */
function Refer({ request, marks }: Of & { marks: Marks<IssuanceItem> }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const [open, setOpen] = useState(false);
  const isSaid = marks.all.every(({ reason }) => reason.trim() !== "");
  const label = text("iss.askChanges", { n: marks.all.length });
  return (
    <>
      <ReasonedButton
        type="primary"
        icon={<CornerUpLeft size={16} aria-hidden />}
        reason={isSaid ? null : text("iss.markUnsaid")}
        onClick={() => setOpen(true)}
      >
        {label}
      </ReasonedButton>
      {open && (
        <ReasonDialog
          title={label}
          busy={busy}
          close={() => setOpen(false)}
          send={async (reason) => {
            if (await run(request, "refer", { reason, marks: [...marks.all] })) setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** Checks that stop the request now. */
const stopping = ({ checks, suspended_because }: IssuanceRecord, outcomes: readonly string[]): number =>
  checks.filter(({ outcome }) => outcomes.includes(outcome)).length + (suspended_because === null ? 0 : 1);

/** Names what will be minted; while a check fails it says so and does nothing. */
function Submit({ request }: Of) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const failed = stopping(request, ["failed"]);
  return (
    <ReasonedButton
      type="primary"
      icon={<Send size={16} aria-hidden />}
      loading={busy}
      reason={failed === 0 ? null : text("iss.blocked", { n: failed })}
      onClick={() => void run(request, "submit")}
    >
      {text("iss.submit", { n: request.balance.quantity })}
    </ReasonedButton>
  );
}

/** As `Submit`, with the answers to what was asked for; while one is missing it does nothing. */
function Resubmit({ request, answers }: Of & { answers: Answers }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const failed = stopping(request, ["failed"]);
  const open = openItems(request, answers.all).length;
  const blocked = failed === 0 ? null : text("iss.blocked", { n: failed });
  return (
    <ReasonedButton
      type="primary"
      icon={<Send size={16} aria-hidden />}
      loading={busy}
      reason={open > 0 ? text("iss.unanswered", { n: open }) : blocked}
      onClick={() => void run(request, "resubmit", { answers: [...answers.all] })}
    >
      {text("iss.resubmit", { n: request.balance.quantity })}
    </ReasonedButton>
  );
}

/** Approves; of declared energy one of two persons proposes it, and the other confirms. While something is marked that is asked for instead. */
function Approve({ request, marked }: Of & { marked: number }) {
  const { second_person } = request;
  return second_person === null ? (
    <Decide request={request} marked={marked} />
  ) : (
    <Proposed request={{ ...request, second_person }} />
  );
}

/** What a first issuer proposes: to mint what the statement comes to. */
function Proposed({
  request,
}: {
  request: IssuanceRecord & { second_person: NonNullable<IssuanceRecord["second_person"]> };
}) {
  const { text } = useIssuanceWords();
  const { balance, statement } = request;
  return (
    <ProposalPart
      record={request}
      what={text("iss.approveTwo", { n: balance.quantity })}
      facts={statement === null ? [] : [[text("iss.statementHash"), `sha256 ${statement.hash}`]]}
      stale={[readIssuance, listIssuances]}
      done={text("iss.done.approve")}
    />
  );
}

function Decide({ request, marked }: Of & { marked: number }) {
  const { text } = useIssuanceWords();
  const { confirmed, dialog } = useConfirmation();
  const { run, busy } = useIssuanceCommand(confirmed);
  const isDeclared = request.days.some(({ evidence }) => evidence === "C");
  const open = stopping(request, ["failed", "decide"]);
  const blocked = open === 0 ? null : text("iss.blocked", { n: open });
  return (
    <>
      <ReasonedButton
        type={marked > 0 ? "default" : "primary"}
        loading={busy}
        reason={marked > 0 ? text("iss.markedFirst", { n: marked }) : blocked}
        onClick={() => void run(request, isDeclared ? "approve_declared" : "approve")}
      >
        {text(isDeclared ? "iss.approveTwo" : "iss.approve", { n: request.balance.quantity })}
      </ReasonedButton>
      {dialog}
    </>
  );
}

/** Returns what saves the evidence by day, as the server has it: as a table, or as the text that its hash is of. */
export function useEvidencePack({ record_uid, number }: IssuanceRecord): (format: "csv" | "json") => void {
  const account = useActing();
  const { text } = useIssuanceWords();
  const save = useSaveDownload();
  return (format) =>
    save(
      downloadEvidencePack,
      { query: { ...actingAs(account), record_uid, format } },
      fileName(`${number} ${text("iss.pack")}`, format),
    );
}
