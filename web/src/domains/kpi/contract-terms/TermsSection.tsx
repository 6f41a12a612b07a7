import { getPerformanceContract, setPerformanceContract } from "@heliograph/contract/kpi/contract-terms";
import { localDay } from "@heliograph/contract/kernel/time";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { DateField } from "../../../ui/controls/DateField.tsx";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Choice } from "../../../ui/controls/Choice.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { useFirstFault, useSaveMessages, type SectionProps } from "../../fleet/index.ts";
import { draftOf, termsOf, type TermFaults, type TermsDraft } from "./settings-terms.ts";
import { JudgedBy, MonthFields, NumberFields, type TermsEditing } from "./TermsFields.tsx";

/** What was guaranteed and simulated for a project, and by which limits it is judged. */
export function TermsSection({ project, onUnsaved }: SectionProps) {
  const t = useText();
  const { terms, form, changed, busy, part, edit, save } = useTerms(project.project_uid, onUnsaved);
  if (terms.isError && terms.data === undefined) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void terms.refetch() }}
      />
    );
  }
  if (form === undefined) return <Skeleton width="100%" height={560} />;
  return (
    <div ref={part} className="settings-parts">
      <Guaranteed editing={form} project={project} />
      <fieldset className="settings-part">
        <legend>{t("settings.simulated")}</legend>
        <p className="settings-hint">{t("settings.simulatedHint")}</p>
        <div className="settings-row">
          <NumberFields editing={form} names={["pvsyst_year_percent"]} />
        </div>
        <MonthFields editing={form} table="pvsyst_month_percent" />
      </fieldset>
      <JudgedBy editing={form} />
      <div className="settings-foot">
        {Object.keys(form.faults).length > 0 && <p className="setting-fault">{t("settings.mend")}</p>}
        <Button disabled={!changed || busy} onClick={() => edit(null)}>
          {t("settings.reset")}
        </Button>
        <Button type="primary" loading={busy} disabled={!changed} onClick={() => save(form.draft)}>
          {t("night.save")}
        </Button>
      </div>
    </div>
  );
}

/** The terms as they are, as they are typed, and how they are saved; `form` is undefined until they have come. */
function useTerms(project_uid: string, onUnsaved: (unsaved: boolean) => void) {
  const lang = useLang();
  const terms = useQuery(ask(getPerformanceContract, { query: { project_uid } }));
  const change = useCall(setPerformanceContract, [getPerformanceContract]);
  const [typed, setTyped] = useState<TermsDraft | null>(null);
  const [faults, setFaults] = useState<TermFaults>({});
  const { part, refuse } = useFirstFault();
  const draft = typed ?? (terms.data === undefined ? undefined : draftOf(terms.data, lang));
  const edit = (next: TermsDraft | null) => {
    setTyped(next);
    onUnsaved(next !== null);
    // What was said to be wrong is said until it is mended; nothing is called wrong while it is first typed.
    if (next === null) setFaults({});
    else if (Object.keys(faults).length > 0) setFaults(termsOf(next, lang).faults ?? {});
  };
  const messages = useSaveMessages(() => edit(null));
  const save = (shown: TermsDraft) => {
    const meant = termsOf(shown, lang);
    if (meant.faults !== null) {
      setFaults(meant.faults);
      refuse();
      return;
    }
    change.mutate({ body: { project_uid, ...meant.terms } }, messages);
  };
  const form: TermsEditing | undefined = draft === undefined ? undefined : { draft, faults, edit };
  return { terms, form, changed: typed !== null, busy: change.isPending, part, edit, save };
}

function Guaranteed({ editing, project }: { editing: TermsEditing; project: SectionProps["project"] }) {
  const t = useText();
  const today = localDay(project.timezone, useNow());
  const { draft, edit } = editing;
  const begin = (starts_on: string | null) => edit({ ...draft, starts_on });
  return (
    <fieldset className="settings-part">
      <legend>{t("settings.guaranteed")}</legend>
      <p className="settings-hint">{t("settings.guaranteedHint")}</p>
      <div className="setting">
        <span>{t("settings.startsOn")}</span>
        <div className="settings-begin">
          <Choice
            label={t("settings.startsOn")}
            value={draft.starts_on === null ? "commissioned" : "day"}
            onChange={(key) => begin(key === "day" ? (draft.starts_on ?? today) : null)}
            options={[
              { key: "commissioned", label: t("settings.fromCommissioning") },
              { key: "day", label: t("settings.fromDay") },
            ]}
          />
          {draft.starts_on !== null && (
            <DateField
              value={draft.starts_on}
              label={t("settings.startsOn")}
              hideLabel
              today={today}
              onChange={begin}
            />
          )}
        </div>
      </div>
      <div className="settings-row">
        <NumberFields editing={editing} names={["guaranteed_year_percent", "degradation_percent_per_year"]} />
      </div>
      <MonthFields editing={editing} table="guaranteed_month_percent" />
    </fieldset>
  );
}
