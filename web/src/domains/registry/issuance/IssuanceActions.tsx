import { csvText } from "@heliograph/contract/kernel/csv";
import {
  listIssuances,
  readIssuance,
  type IssuanceRecord,
} from "@heliograph/contract/registry/issuance/issuance";
import type { IssuanceAction } from "@heliograph/contract/registry/issuance/issuance-life";
import { Download, Send } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { useConfirmation } from "../../identity/index.ts";
import { ProposalPart } from "../../parties/index.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useIssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useIssuanceCommand } from "./use-issuance-command.ts";

/** The evidence file for everybody, and the actions that are open to whoever looks; one of them is the filled button. */
export function IssuanceActions({ request }: { request: IssuanceRecord }) {
  const { text } = useIssuanceWords();
  const savePack = useEvidenceFile(request);
  const { actions } = request;
  const may = (action: IssuanceAction) => actions.includes(action);
  return (
    <div className={styles.actions}>
      <Button icon={<Download size={16} aria-hidden />} onClick={savePack}>
        {text("iss.pack")}
      </Button>
      {may("delete") && <Delete request={request} />}
      {may("withdraw") && <Plain request={request} action="withdraw" label={text("iss.withdraw")} />}
      {may("refer") && <WithReason request={request} action="refer" label={text("iss.refer")} />}
      {may("reject") && <WithReason request={request} action="reject" label={text("iss.reject")} />}
      {may("take") && <Plain request={request} action="take" label={text("iss.take")} />}
      {may("submit") && <Submit request={request} action="submit" />}
      {may("resubmit") && <Submit request={request} action="resubmit" />}
      {may("approve") && <Approve request={request} />}
    </div>
  );
}

interface Of {
  readonly request: IssuanceRecord;
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

function WithReason({ request, action, label }: Of & { action: "refer" | "reject"; label: string }) {
  const { run, busy } = useIssuanceCommand();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && (
        <ReasonDialog
          title={label}
          busy={busy}
          close={() => setOpen(false)}
          send={async (reason) => {
            if (await run(request, action, { reason })) setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** Names what will be minted; while a check fails it says so and does nothing. */
function Submit({ request, action }: Of & { action: "submit" | "resubmit" }) {
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const { balance, checks } = request;
  const failed = checks.filter(({ outcome }) => outcome === "failed").length;
  return (
    <ReasonedButton
      type="primary"
      icon={<Send size={16} aria-hidden />}
      loading={busy}
      reason={failed === 0 ? null : text("iss.blocked", { n: failed })}
      onClick={() => void run(request, action)}
    >
      {text(`iss.${action}`, { n: balance.quantity })}
    </ReasonedButton>
  );
}

/** Approves; of declared energy one of two persons proposes it, and the other confirms. */
function Approve({ request }: Of) {
  const { second_person } = request;
  return second_person === null ? (
    <Decide request={request} />
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

function Decide({ request }: Of) {
  const { text } = useIssuanceWords();
  const { confirmed, dialog } = useConfirmation();
  const { run, busy } = useIssuanceCommand(confirmed);
  const isDeclared = request.days.some(({ evidence }) => evidence === "C");
  const open = request.checks.filter(({ outcome }) => outcome === "failed" || outcome === "decide").length;
  return (
    <>
      <ReasonedButton
        type="primary"
        loading={busy}
        reason={open === 0 ? null : text("iss.blocked", { n: open })}
        onClick={() => void run(request, isDeclared ? "approve_declared" : "approve")}
      >
        {text(isDeclared ? "iss.approveTwo" : "iss.approve", { n: request.balance.quantity })}
      </ReasonedButton>
      {dialog}
    </>
  );
}

const kwh = (wh: number | null) => (wh === null ? null : wh / 1000);

/** Saves the statement with every day as CSV. */
function useEvidenceFile({ number, days, statement }: IssuanceRecord) {
  const { text, format } = useIssuanceWords();
  return () => {
    const head = (
      [
        "day",
        "meter",
        "inverters",
        "exported",
        "supply",
        "counted",
        "complete",
        "maximum",
        "dayClass",
      ] as const
    ).map((name) => text(`iss.${name}`));
    const rows = days.map((day) => [
      day.day,
      kwh(day.meter_wh),
      kwh(day.inverter_wh),
      kwh(day.exported_wh),
      kwh(day.supply_wh),
      kwh(day.wh),
      day.complete_permille / 10,
      kwh(day.maximum_wh),
      day.evidence,
    ]);
    const foot = [`sha256 ${statement?.hash ?? ""}`, ...head.slice(1).map(() => null)];
    saveFile(fileName(`${number} ${text("iss.pack")}`, "csv"), csvText(head, [...rows, foot], format.lang));
  };
}
