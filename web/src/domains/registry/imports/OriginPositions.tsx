import {
  askImportOrigin,
  confirmImportOrigin,
  listImportOrigins,
  readRecImport,
} from "@heliograph/contract/registry/imports/imports";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BelowList } from "../BelowList.tsx";
import { useAgreement } from "../use-agreement.ts";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { useConfirmation } from "../../identity/index.ts";
import { originsQuery } from "./import-queries.ts";
import { useImportWords } from "./import-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import own from "./Imports.module.css";

type Position = Answer<typeof listImportOrigins>["items"][number];

/** For platform operators: what each other registry holds for the platform, beside what is held here of it. Two of them state it. */
export function OriginPositions() {
  const { text } = useImportWords();
  const origins = useQuery(originsQuery(undefined));
  const [changed, setChanged] = useState<Position | null>(null);
  if (origins.data === undefined) return null;
  return (
    <BelowList title={text("imp.origins")}>
      <ul className={own.origins}>
        {origins.data.items.map((one) => (
          <li key={one.origin}>
            <Position one={one} change={() => setChanged(one)} />
          </li>
        ))}
      </ul>
      {changed !== null && <PositionForm position={changed} close={() => setChanged(null)} />}
    </BelowList>
  );
}

function Position({ one, change }: { one: Position; change: () => void }) {
  const { text, format } = useImportWords();
  const confirm = useCall(confirmImportOrigin, [listImportOrigins, readRecImport]);
  const { agree, dialog } = useAgreement(
    (record_uid) => confirm.mutateAsync({ body: { record_uid } }),
    listImportOrigins,
  );
  const { asked } = one;
  const thereOf = (balance: number | null) =>
    balance === null ? text("imp.notStated") : format.number(balance, 0);
  return (
    <>
      <div>
        <b>{one.name}</b>
        <p className={styles.hint}>
          {text("imp.platformAccount")}: {one.platform_account || text("imp.notStated")}
        </p>
        {asked !== null && (
          <p className={styles.hint}>
            {text("imp.positionAsked", {
              there: thereOf(asked.balance),
              account: asked.platform_account || text("imp.notStated"),
            })}{" "}
            {text("imp.secondConfirms")}
          </p>
        )}
      </div>
      <p data-frozen={one.frozen || undefined}>
        {text("imp.position", { there: thereOf(one.balance), here: format.number(one.held_here, 0) })}
        {one.balance_at !== null && <small> {gmt8(one.balance_at)}</small>}
      </p>
      <div className={styles.actions}>
        {asked?.by_you === false && (
          <Button size="small" loading={confirm.isPending} onClick={() => void agree(asked.record_uid)}>
            {text("imp.confirmPosition")}
          </Button>
        )}
        <Button size="small" onClick={change}>
          {text("imp.statePosition")}
        </Button>
      </div>
      {dialog}
    </>
  );
}

function PositionForm({ position, close }: { position: Position; close: () => void }) {
  const { text } = useImportWords();
  const { origin, name } = position;
  const { platform_account, balance } = position.asked ?? position;
  const { confirmed, dialog } = useConfirmation();
  const ask = useCall(askImportOrigin, [listImportOrigins]);
  const form = useContractForm(askImportOrigin, {
    defaults: { platform_account, balance },
    toBody: (values) => ({ origin, ...values }),
    send: (body) => confirmed(() => ask.mutateAsync({ body })),
    ...useOutcome(close),
  });
  return (
    <>
      <FormDialog title={name} save={text("imp.askPosition")} className={styles.stack} {...{ form, close }}>
        <TextField {...form.field("platform_account")} label={text("imp.platformAccount")} maxLength={60} />
        <NumberField
          {...form.field("balance")}
          label={text("imp.balance")}
          hint={text("imp.balanceHint")}
          min={0}
          step={1}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
