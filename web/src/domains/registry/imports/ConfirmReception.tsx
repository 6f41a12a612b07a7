import {
  listImportOrigins,
  listRecImports,
  readRecImport,
} from "@heliograph/contract/registry/imports/imports";
import { amountOf, receptionFaults } from "@heliograph/contract/registry/imports/import-rules";
import { useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { GuardList } from "../../../ui/records/GuardList.tsx";
import { ProposalPart } from "../../parties/index.ts";
import { useRecordWords } from "../words.ts";
import type { RecImport } from "./import-queries.ts";
import { ruleText, serialsText, useImportWords } from "./import-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import { rangesIn } from "./ranges-in.ts";
import { useImportAct } from "./use-import-act.tsx";

/** For platform operators: what came, by its serial numbers, and the statement that says so. The second confirms what the first asked for, or sets it aside. */
export function ConfirmReception({ given }: { given: RecImport }) {
  const { text } = useImportWords();
  const { second_person } = given;
  return (
    <Panel title={text("imp.confirmTitle")}>
      {second_person === null ? <First given={given} /> : <Proposed given={{ ...given, second_person }} />}
    </Panel>
  );
}

const actionOf = ({ status }: RecImport) => (status === "imported" ? "confirm_rest" : "confirm");

function Proposed({
  given,
}: {
  given: RecImport & { second_person: NonNullable<RecImport["second_person"]> };
}) {
  const { text, format } = useImportWords();
  const serverText = useServerText();
  const { received = [], statement_sha256 = "" } = given.second_person.payload;
  return (
    <ProposalPart
      record={given}
      what={text("imp.confirmFirst")}
      facts={[
        [
          text("imp.cameSerials"),
          `${serialsText(received)} · ${text("imp.cameSum", { amount: format.number(amountOf(received), 0) })}`,
        ],
        [
          text("imp.against"),
          <span key="file" className={styles.hash}>
            {given.statements.find(({ sha256 }) => sha256 === statement_sha256)?.name ?? "–"} · sha256{" "}
            {statement_sha256}
          </span>,
        ],
      ]}
      stale={[readRecImport, listRecImports, listImportOrigins]}
      done={text("imp.did.confirm")}
      rule={(fault) => serverText(ruleText(text, fault))}
    />
  );
}

function First({ given }: { given: RecImport }) {
  const { text, format } = useImportWords();
  const { run, refused, busy, confirmation } = useImportAct(given);
  const [typed, setTyped] = useState(serialsText(given.open));
  const [chosen, setChosen] = useState<string | null>(null);
  const statement = chosen ?? given.statements.at(-1)?.sha256 ?? null;
  const received = rangesIn(typed);
  const faults = receptionFaults(given.open, received ?? []);
  const [fault] = faults;
  return (
    <div className={styles.stack}>
      <TextField
        label={text("imp.cameSerials")}
        hint={text("imp.cameHint", { open: serialsText(given.open) })}
        maxLength={2000}
        value={typed}
        onChange={setTyped}
        fault={
          received === null
            ? text("imp.badSerials")
            : fault === undefined
              ? undefined
              : `${fault.code} ${ruleText(text, fault)}`
        }
      />
      <p>{text("imp.cameSum", { amount: format.number(amountOf(received ?? []), 0) })}</p>
      {given.statements.length > 0 && (
        <Select
          label={text("imp.against")}
          options={given.statements.map(({ sha256, name }) => ({ value: sha256, label: name }))}
          value={statement ?? ""}
          onChange={setChosen}
        />
      )}
      {given.statements.length === 0 && <p className={styles.hint}>{text("imp.needStatement")}</p>}
      <Refusals refused={refused} />
      <div className={styles.actions}>
        <Button
          type="primary"
          loading={busy}
          disabled={received === null || faults.length > 0 || statement === null}
          onClick={() => void run(actionOf(given), { received, statement_sha256: statement })}
        >
          {text("imp.confirmFirst")}
        </Button>
      </div>
      {confirmation}
    </div>
  );
}

function Refusals({ refused }: { refused: ReturnType<typeof useImportAct>["refused"] }) {
  const { text } = useImportWords();
  const words = useRecordWords();
  const serverText = useServerText();
  if (refused.length === 0) return null;
  const guards = refused.map((one) => ({
    code: one.code,
    state: "failed" as const,
    message: serverText(ruleText(text, one)),
  }));
  return <GuardList label={text("imp.checks")} guards={guards} words={words.guards} />;
}
