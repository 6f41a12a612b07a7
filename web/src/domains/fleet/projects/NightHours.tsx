import { projectNight, updateProject } from "@heliograph/contract/fleet/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useQuery } from "@tanstack/react-query";
import { ask, useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { useSaveMessages, type SectionProps } from "./settings-save.ts";
import {
  SettingsFault,
  SettingsFields,
  SettingsFoot,
  SettingsForm,
  SettingsHint,
  SettingsPart,
} from "./SettingsLayout.tsx";

/** Local times of day, HH:MM; both null: by the sun. */
type Night = Answer<typeof projectNight>;

/** What is offered first to who sets hours: those of the tropics, where the days of the year hardly differ. */
const USUAL: Night = { night_from: "18:30", night_to: "05:30" };
const BY_SUN: Night = { night_from: null, night_to: null };

/** M44: when an offline plant counts as sleeping: while the sun is down, or between two local times. */
export function NightHours({ project: { project_uid } }: SectionProps) {
  const t = useText();
  const night = useQuery(ask(projectNight, { query: { project_uid } }));
  if (night.isError && night.data === undefined) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void night.refetch() }}
      />
    );
  }
  if (night.data === undefined) return <Skeleton width="100%" height={180} />;
  return <NightForm project_uid={project_uid} night={night.data} />;
}

function NightForm({ project_uid, night }: { project_uid: string; night: Night }) {
  const t = useText();
  const change = useCall(updateProject, [projectNight, projectWidget]);
  const form = useContractForm(updateProject, {
    defaults: night,
    toBody: ({ night_from, night_to }) => ({ project_uid, night_from, night_to }),
    send: (body) => change.mutateAsync({ body }),
    ...useSaveMessages(),
  });
  const { night_from, night_to } = form.values;
  const bySun = night_from === null;
  const same = !bySun && night_from === night_to;
  return (
    <SettingsForm submit={form.submit} busy={form.busy}>
      <SettingsPart>
        <Segmented
          label={t("night.title")}
          value={bySun ? "sun" : "hours"}
          onChange={(key) => form.fill(key === "sun" ? BY_SUN : USUAL)}
          options={[
            { value: "sun", label: t("night.bySun") },
            { value: "hours", label: t("night.byHours") },
          ]}
        />
        <SettingsHint>{t(bySun ? "night.bySunHint" : "night.byHoursHint")}</SettingsHint>
        {!bySun && (
          <SettingsFields>
            <TimeField {...form.field("night_from")} label={t("night.from")} />
            <TimeField {...form.field("night_to")} label={t("night.to")} />
          </SettingsFields>
        )}
        {same && <SettingsFault>{t("night.same")}</SettingsFault>}
      </SettingsPart>
      <SettingsFoot>
        <Button type="primary" submits loading={form.busy} disabled={!form.dirty || same}>
          {t("night.save")}
        </Button>
      </SettingsFoot>
    </SettingsForm>
  );
}
