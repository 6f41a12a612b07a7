import { setAlias } from "@heliograph/contract/fleet/aliases";
import { useMemo, type SyntheticEvent } from "react";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { AliasGateways } from "./AliasGateways.tsx";
import { useSetAliases } from "./alias-queries.ts";
import { changedAliases, fieldsOf, isChanged, placesIn, type AliasesOfProject } from "./alias-rules.ts";
import styles from "./AliasTab.module.css";

/** The most letters of an alias, as the contract has it. */
const LONGEST = 200;

/** What everything is called, to be changed: only what became another is sent (M174), and nothing is not sent (M149). */
export function AliasForm({ uid, gateways, aliases, done }: AliasesOfProject & { done: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const set = useSetAliases(uid);
  const defaults = useMemo(() => fieldsOf(gateways, aliases), [gateways, aliases]);
  const form = useContractForm(setAlias, {
    defaults,
    toBody: (fields) => changedAliases(gateways, fields, aliases),
    send: (body) => set.mutateAsync(body),
    onSaved: (message) => {
      say.success({ content: serverText(message), key: "aliases" });
      done();
    },
    onRefused: (error) => say.error({ content: serverText(refusalText(error)), key: "aliases" }),
  });
  const places = placesIn(changedAliases(gateways, form.values, aliases));
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    if (places.size > 0) {
      form.submit(event);
      return;
    }
    event.preventDefault();
    say.warning({ content: t("aliases.nothingChanged"), key: "aliases" });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={form.busy}>
      <AliasGateways gateways={gateways}>
        {(thing) => (
          <div
            className={styles.field}
            data-changed={isChanged(thing.uid, form.values, aliases) || undefined}
          >
            <TextField
              {...form.field(thing.uid)}
              label={t("aliases.of", { serial: thing.serial })}
              hideLabel
              placeholder={thing.name}
              maxLength={LONGEST}
              disabled={form.busy}
              fault={form.faultOf(places.get(thing.uid) ?? thing.uid)}
            />
          </div>
        )}
      </AliasGateways>
      <div className={styles.bar}>
        <p role="status">{places.size > 0 && t("aliases.changed", { n: places.size })}</p>
        <Button disabled={form.busy} onClick={done}>
          {t("Cancel")}
        </Button>
        <Button type="primary" submits loading={form.busy}>
          {t("Save changes")}
        </Button>
      </div>
    </form>
  );
}
