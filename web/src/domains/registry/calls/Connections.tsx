import {
  askRegistryConnection,
  confirmRegistryConnection,
  CONNECTION_SECRET,
  listRegistryConnections,
  tryRegistryConnection,
  type RegistryConnection,
} from "@heliograph/contract/registry/calls/connections";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BelowList } from "../BelowList.tsx";
import { useAgreement } from "../use-agreement.ts";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useConfirmation } from "../../identity/index.ts";
import { useGuardRefusal } from "../../../platform/rec/guard-refusal.ts";
import { connectionsQuery } from "./call-queries.ts";
import { useCallWords } from "./call-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";

/** For platform operators: where each other registry is asked; two of them change it, and its secret is never shown. */
export function Connections() {
  const { text } = useCallWords();
  const { data } = useQuery(connectionsQuery());
  const [changed, setChanged] = useState<RegistryConnection | null>(null);
  if (data === undefined) return null;
  return (
    <BelowList title={text("calls.connections")}>
      <ul className={shared.rows}>
        {data.items.map((one) => (
          <li key={one.origin}>
            <Connection one={one} change={() => setChanged(one)} />
          </li>
        ))}
      </ul>
      {changed !== null && <ConnectionForm of={changed} close={() => setChanged(null)} />}
    </BelowList>
  );
}

/** Tries a connection, or confirms what another asked for, and says what came of it. */
function useConnectionSteps({ asked, origin }: RegistryConnection) {
  const { text } = useCallWords();
  const serverText = useServerText();
  const refused = useGuardRefusal();
  const attempt = useCall(tryRegistryConnection, []);
  const confirm = useCall(confirmRegistryConnection, [listRegistryConnections]);
  const { agree, dialog } = useAgreement(
    (record_uid) => confirm.mutateAsync({ body: { record_uid } }),
    listRegistryConnections,
  );
  const test = async () => {
    try {
      const { ok, detail, duration_ms } = await attempt.mutateAsync({
        body: { origin, asked: asked !== null },
      });
      if (ok) say.success(text("calls.works", { ms: duration_ms }));
      else say.error(text("calls.fails", { detail: serverText(detail) }));
    } catch (error) {
      refused(error);
    }
  };
  return { test, agree, dialog, tries: attempt.isPending, confirms: confirm.isPending };
}

function Connection({ one, change }: { one: RegistryConnection; change: () => void }) {
  const { text } = useCallWords();
  const { test, agree, dialog, tries, confirms } = useConnectionSteps(one);
  const { current, asked, name } = one;
  const stateOf = (is_on: boolean) => text(is_on ? "calls.on" : "calls.off");
  return (
    <>
      <div>
        <b>{name}</b>
        <small>
          {current === null
            ? text("calls.noConnection")
            : `${current.base_url} · ${stateOf(current.is_on)} · ${gmt8(current.at)}`}
        </small>
        {asked !== null && (
          <small>
            {text("calls.askedFor", { url: asked.base_url, state: stateOf(asked.is_on) })}
            {asked.replaces_secret && ` ${text("calls.newSecret")}`}. {text("calls.secondConfirms")}
          </small>
        )}
      </div>
      <div className={shared.actions}>
        {(current !== null || asked !== null) && (
          <Button size="small" loading={tries} onClick={() => void test()}>
            {text("calls.try")}
          </Button>
        )}
        {asked?.by_you === false && (
          <Button size="small" loading={confirms} onClick={() => void agree(asked.record_uid)}>
            {text("calls.confirm")}
          </Button>
        )}
        <Button size="small" onClick={change}>
          {text("calls.change")}
        </Button>
      </div>
      {dialog}
    </>
  );
}

function ConnectionForm({ of, close }: { of: RegistryConnection; close: () => void }) {
  const { text } = useCallWords();
  const { confirmed, dialog } = useConfirmation();
  const ask = useCall(askRegistryConnection, [listRegistryConnections]);
  const { base_url = "", is_on = true } = of.asked ?? of.current ?? {};
  const form = useContractForm(askRegistryConnection, {
    defaults: { base_url, secret: "", is_on },
    toBody: ({ secret, ...values }) => ({
      origin: of.origin,
      ...values,
      secret: secret === "" ? null : secret,
    }),
    send: (body) => confirmed(() => ask.mutateAsync({ body })),
    ...useOutcome(close),
  });
  return (
    <>
      <FormDialog title={of.name} save={text("calls.askFor")} className={shared.stack} {...{ form, close }}>
        <TextField {...form.field("base_url")} label={text("calls.baseUrl")} type="url" maxLength={300} />
        <TextField
          {...form.field("secret")}
          label={text("calls.secret")}
          hint={text("calls.secretHint")}
          type="password"
          autoComplete="off"
          maxLength={CONNECTION_SECRET.most}
        />
        <Checkbox
          label={text("calls.isOn")}
          checked={form.values.is_on}
          onChange={(next) => form.change("is_on", next)}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
