import { listRegistryCalls, readRegistryCall } from "@heliograph/contract/registry/calls/calls";
import { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { useState, type SyntheticEvent } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { GuardList } from "../../../ui/records/GuardList.tsx";
import { ProposalPart } from "../../parties/index.ts";
import { ReasonDialog } from "../issuance/ReasonDialog.tsx";
import { useRecordWords } from "../words.ts";
import type { RegistryCall } from "./call-queries.ts";
import { useCallWords } from "./call-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import { useCallAct } from "./use-call-act.tsx";

const REFERENCE_MAX = 80;
const PLAIN = ["ask", "try_again"] as const;

/** What people may record of the call, or have done with it; nothing where nothing is open to whoever looks. */
export function CallDecision({ given }: { given: RegistryCall }) {
  const { text } = useCallWords();
  const { run, refused, busy, confirmation } = useCallAct(given);
  const [refuses, setRefuses] = useState(false);
  const { actions, second_person } = given;
  if (actions.length === 0) return null;
  const may = (action: string) => actions.includes(action);
  const mayRecord = second_person === null;
  return (
    <Panel title={text("calls.decision")}>
      <div className={shared.stack}>
        {second_person !== null && <Proposed given={{ ...given, second_person }} />}
        {mayRecord && may("acknowledge") && <p className={shared.hint}>{text("calls.handHint")}</p>}
        <Broken refused={refused} />
        {may("acknowledge") && mayRecord && (
          <Acknowledge busy={busy} send={(reference) => void run("acknowledge", { reference })} />
        )}
        <div className={shared.actions}>
          {may("refuse") && mayRecord && (
            <Button onClick={() => setRefuses(true)}>{text("calls.refuse")}</Button>
          )}
          {PLAIN.filter(may).map((action) => (
            <Button
              key={action}
              loading={busy}
              {...(action === "try_again" ? { type: "primary" as const } : {})}
              onClick={() => void run(action)}
            >
              {text(`calls.${action}`)}
            </Button>
          ))}
        </div>
        {refuses && (
          <ReasonDialog
            title={text("calls.refuse")}
            busy={busy}
            close={() => setRefuses(false)}
            send={async (reason) => {
              setRefuses(false);
              await run("refuse", { reason });
            }}
          />
        )}
        {confirmation}
      </div>
    </Panel>
  );
}

/** What a first person recorded, for a second to confirm. */
function Proposed({
  given,
}: {
  given: RegistryCall & { second_person: NonNullable<RegistryCall["second_person"]> };
}) {
  const { text, rule } = useCallWords();
  const { action, payload } = given.second_person;
  const refuses = action === "refuse";
  return (
    <ProposalPart
      record={given}
      what={text(refuses ? "calls.refuse" : "calls.acknowledge")}
      facts={payload.reference === undefined ? [] : [[text("calls.reference"), payload.reference]]}
      stale={[readRegistryCall, listRegistryCalls, readRedemption]}
      done={text(refuses ? "calls.did.refuse" : "calls.did.acknowledge")}
      rule={rule}
    />
  );
}

function Acknowledge({ busy, send }: { busy: boolean; send: (reference: string) => void }) {
  const { text } = useCallWords();
  const [reference, setReference] = useState("");
  const [tried, setTried] = useState(false);
  const typed = reference.trim();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (typed !== "") send(typed);
  };
  const fault = tried && typed === "" ? `RED-032 ${text("calls.rule.red032")}` : undefined;
  return (
    <form className={shared.stack} onSubmit={submit} noValidate>
      <TextField
        label={text("calls.reference")}
        value={reference}
        onChange={setReference}
        maxLength={REFERENCE_MAX}
        fault={fault}
      />
      <Button type="primary" submits loading={busy}>
        {text("calls.acknowledge")}
      </Button>
    </form>
  );
}

function Broken({ refused }: { refused: ReturnType<typeof useCallAct>["refused"] }) {
  const { text, rule } = useCallWords();
  const words = useRecordWords();
  if (refused.length === 0) return null;
  const guards = refused.map((fault) => ({
    code: fault.code,
    state: "failed" as const,
    message: rule(fault),
  }));
  return (
    <div role="alert">
      <GuardList label={text("calls.decision")} guards={guards} words={words.guards} />
    </div>
  );
}
