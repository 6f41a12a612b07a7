import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import type { IssuanceAction } from "@heliograph/contract/registry/issuance/issuance-life";
import { useState, type SyntheticEvent } from "react";
import { useNow } from "../../../platform/clock.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { useIssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { useIssuanceCommand } from "./use-issuance-command.ts";

/** Asks for other days of the request. */
export function ChangePeriod({ request, action }: { request: IssuanceRecord; action: IssuanceAction }) {
  const { text } = useIssuanceWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text("iss.wayEditPeriod")}</Button>
      {open && <PeriodDialog request={request} action={action} close={() => setOpen(false)} />}
    </>
  );
}

function PeriodDialog(given: { request: IssuanceRecord; action: IssuanceAction; close: () => void }) {
  const { request, action, close } = given;
  const { text } = useIssuanceWords();
  const { run, busy } = useIssuanceCommand();
  const [from_day, setFrom] = useState(request.from_day);
  const [to_day, setTo] = useState(request.to_day);
  const today = plainGmt8Day(useNow(60_000));
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await run(request, action, { from_day, to_day })) close();
  };
  return (
    <FormDialog
      title={text("iss.wayEditPeriod")}
      save={text("iss.periodSave")}
      form={{ submit: (event) => void submit(event), busy }}
      className={styles.fields}
      close={close}
    >
      <DateField label={text("iss.from")} today={today} value={from_day} onChange={setFrom} />
      <DateField label={text("iss.to")} today={today} value={to_day} onChange={setTo} />
    </FormDialog>
  );
}
