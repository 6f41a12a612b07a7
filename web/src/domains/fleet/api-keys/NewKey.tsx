import {
  apiKeyRight,
  createApiKey,
  listApiKeys,
  type ApiKeyRight,
} from "@heliograph/contract/fleet/api-keys";
import { listOwnProjects } from "@heliograph/contract/fleet/projects";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { isOfFields, refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import type { Option } from "../../../ui/controls/windows/opened/props.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { CopiedText, ShownOnce, ShownOnceNote } from "../../../ui/controls/ShownOnce.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./ApiKeys.module.css";

/** What was made just now, for as long as the page stands. */
interface MadeKey {
  readonly name: string;
  readonly key: string;
  /** UTC, ISO 8601. */
  readonly expires_at: string;
}

interface Fields {
  name: string;
  right: ApiKeyRight;
  reach: "all" | "some";
  projects: readonly Option[];
  valid_days: number;
}

const DAYS = [30, 90, 365] as const;
const EMPTY: Fields = { name: "", right: "read", reach: "all", projects: [], valid_days: 90 };
/** More than a list shows at once, so that its end can be reached by scrolling. */
const PER_PAGE = 30;
/** As long as what was found for a text is offered again, ms. */
const STALE_MS = 60_000;

/** A name, a right, projects and a time make a key, which is shown once. */
export function NewKey() {
  const t = useText();
  const [made, setMade] = useState<MadeKey | null>(null);
  const form = useKeyForm(setMade);
  return (
    <Panel title={t("keys.new")}>
      <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <Fieldset form={form} />
        <p className={styles.may}>{t(`keys.${form.values.right}May`)}</p>
        <div className={styles.foot}>
          <Button type={made === null ? "primary" : "default"} submits loading={form.busy}>
            {t("keys.make")}
          </Button>
        </div>
      </form>
      {made !== null && <Made key={made.key} of={made} />}
    </Panel>
  );
}

function useKeyForm(onSaved: (made: MadeKey) => void): ContractForm<Fields> {
  const serverText = useServerText();
  const create = useCall(createApiKey, [listApiKeys]);
  return useContractForm(createApiKey, {
    defaults: EMPTY,
    toBody: ({ name, right, reach, projects, valid_days }) => ({
      name,
      right,
      project_uids: reach === "all" ? null : projects.map(({ value }) => value),
      valid_days,
    }),
    send: async (body) => ({ ...(await create.mutateAsync({ body })), name: body.name }),
    clears: true,
    onSaved,
    onRefused: (error) => {
      if (isOfFields(error)) return;
      say.error(serverText(refusalText(error)));
    },
  });
}

function Fieldset({ form }: { form: ContractForm<Fields> }) {
  const t = useText();
  const right = form.field("right");
  const reach = form.field("reach");
  const days = form.field("valid_days");
  return (
    <>
      <div className={styles.fields}>
        <TextField {...form.field("name")} label={t("keys.name")} hint={t("keys.nameHint")} maxLength={100} />
        <Choice
          label={t("keys.right")}
          value={right.value}
          onChange={right.onChange}
          options={apiKeyRight.options.map((value) => ({ value, label: t(`keys.${value}`) }))}
        />
        <Choice
          label={t("keys.valid")}
          value={`${days.value}`}
          onChange={(value) => days.onChange(Number(value))}
          options={DAYS.map((n) => ({ value: `${n}`, label: t("keys.days", { n }) }))}
        />
        <Choice
          label={t("keys.projects")}
          value={reach.value}
          onChange={reach.onChange}
          options={(["all", "some"] as const).map((value) => ({ value, label: t(`keys.${value}`) }))}
        />
      </div>
      {reach.value === "some" && (
        <ProjectChoice
          value={form.values.projects}
          onChange={(projects) => form.change("projects", projects)}
          fault={form.faultOf("project_uids")}
        />
      )}
    </>
  );
}

/** One of a few, with its label above it. */
function Choice<Value extends string>(given: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}) {
  return (
    <div className={styles.choice}>
      <span aria-hidden>{given.label}</span>
      <Segmented {...given} size="large" />
    </div>
  );
}

/** Some of the account's projects, found by their names. */
function ProjectChoice(given: {
  value: readonly Option[];
  onChange: (value: readonly Option[]) => void;
  fault: string | undefined;
}) {
  const t = useText();
  const queries = useQueryClient();
  const find = async (text: string, _signal: AbortSignal, page: number) => {
    const keyword = text.trim();
    const query = { page, items_page: PER_PAGE, ...(keyword === "" ? {} : { keyword }) };
    const { items } = await queries.fetchQuery({ ...ask(listOwnProjects, { query }), staleTime: STALE_MS });
    return items.map(({ project_uid, name }) => ({ value: project_uid, label: name }));
  };
  return (
    <MultiCombobox
      {...given}
      label={t("keys.chosen")}
      placeholder={t("keys.choose")}
      search={find}
      pageSize={PER_PAGE}
    />
  );
}

/** The key, this once, with a line that uses it. */
function Made({ of: { name, key, expires_at } }: { of: MadeKey }) {
  const t = useText();
  const format = useFormat();
  const time = format.dateTime(Date.parse(expires_at), browserZone());
  const line = `curl -H "Authorization: Bearer ${key}" "${location.origin}/api/v1/${listOwnProjects.path}"`;
  return (
    <ShownOnce label={t("keys.key", { name })} text={key} copy={t("keys.copy")} what={name}>
      <ShownOnceNote>{t("keys.onlyNow", { time })}</ShownOnceNote>
      <CopiedText label={t("keys.try")} text={line} copy={t("keys.copyLine")} what={name} />
    </ShownOnce>
  );
}
