import {
  listImportOrigins,
  readRecImport,
  saveImportOrigin,
} from "@heliograph/contract/registry/imports/imports";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { originsQuery } from "./import-queries.ts";
import { useImportWords } from "./import-words.ts";
import styles from "../Record.module.css";
import own from "./Imports.module.css";

type Position = Answer<typeof listImportOrigins>["items"][number];

/** For platform operators: what each other registry holds for the platform, beside what is held here of it. */
export function OriginPositions() {
  const { text, format } = useImportWords();
  const origins = useQuery(originsQuery(undefined));
  const [changed, setChanged] = useState<Position | null>(null);
  if (origins.data === undefined) return null;
  return (
    <section className={own.origins} aria-label={text("imp.origins")}>
      <h2>{text("imp.origins")}</h2>
      <ul>
        {origins.data.items.map((one) => (
          <li key={one.origin}>
            <div>
              <b>{one.name}</b>
              <p className={styles.hint}>
                {text("imp.platformAccount")}: {one.platform_account || text("imp.notStated")}
              </p>
            </div>
            <p data-frozen={one.frozen || undefined}>
              {text("imp.position", {
                there: one.balance === null ? text("imp.notStated") : format.number(one.balance, 0),
                here: format.number(one.held_here, 0),
              })}
              {one.balance_at !== null && <small> {gmt8(one.balance_at)}</small>}
            </p>
            <Button size="small" onClick={() => setChanged(one)}>
              {text("imp.statePosition")}
            </Button>
          </li>
        ))}
      </ul>
      {changed !== null && <PositionForm position={changed} close={() => setChanged(null)} />}
    </section>
  );
}

function PositionForm({ position, close }: { position: Position; close: () => void }) {
  const { text } = useImportWords();
  const { origin, platform_account, balance, name } = position;
  const save = useCall(saveImportOrigin, [listImportOrigins, readRecImport]);
  const form = useContractForm(saveImportOrigin, {
    defaults: { platform_account, balance },
    toBody: (values) => ({ origin, ...values }),
    send: (body) => save.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return (
    <FormDialog title={name} save={text("imp.savePosition")} className={styles.stack} {...{ form, close }}>
      <TextField {...form.field("platform_account")} label={text("imp.platformAccount")} maxLength={60} />
      <NumberField
        {...form.field("balance")}
        label={text("imp.balance")}
        hint={text("imp.balanceHint")}
        min={0}
        step={1}
      />
    </FormDialog>
  );
}
