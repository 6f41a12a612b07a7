import "./settings.css";
import { projectNight, updateProject } from "@heliograph/contract/fleet/projects";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Choice } from "../../../ui/controls/Choice.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { useSaveMessages, type SectionProps } from "./settings-save.ts";

/** Local times of day, HH:MM; both null: by the sun. */
interface Night {
  readonly night_from: string | null;
  readonly night_to: string | null;
}
/** What is offered first to who sets hours: those of the tropics, where the days of the year hardly differ. */
const USUAL = { night_from: "18:30", night_to: "05:30" } as const;

/** M44: when an offline plant counts as sleeping: while the sun is down, or between two local times. */
export function NightHours({ project: { project_uid }, onUnsaved }: SectionProps) {
  const t = useText();
  const night = useQuery(ask(projectNight, { query: { project_uid } }));
  const [chosen, setChosen] = useState<Night | null>(null);
  const change = useCall(updateProject, [projectNight, projectWidget]);
  const shown = chosen ?? night.data;
  const whole = shown?.night_from !== "" && shown?.night_to !== "";
  const differs = shown?.night_from === null || shown?.night_from !== shown?.night_to;
  const choose = (next: Night | null) => {
    setChosen(next);
    onUnsaved(next !== null);
  };
  const messages = useSaveMessages(() => choose(null));
  const save = ({ night_from, night_to }: Night) =>
    change.mutate({ body: { project_uid, night_from, night_to } }, messages);
  if (night.isError && night.data === undefined) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void night.refetch() }}
      />
    );
  }
  if (shown === undefined) return <Skeleton width="100%" height={180} />;
  return (
    <>
      <Hours night={shown} change={choose} fault={whole && !differs} />
      <div className="settings-foot">
        <Button
          type="primary"
          loading={change.isPending}
          disabled={chosen === null || !whole || !differs}
          onClick={() => save(shown)}
        >
          {t("night.save")}
        </Button>
      </div>
    </>
  );
}

function Hours(given: { night: Night; change: (night: Night) => void; fault: boolean }) {
  const { night, change, fault } = given;
  const t = useText();
  const bySun = night.night_from === null;
  const time = (key: keyof Night, label: string) => (
    <label className="setting">
      <span>{label}</span>
      <span className="field">
        <input
          type="time"
          required
          value={night[key] ?? ""}
          aria-invalid={fault}
          onChange={(event) => change({ ...night, [key]: event.target.value })}
        />
      </span>
    </label>
  );
  return (
    <div className="settings-part">
      <Choice
        label={t("night.title")}
        value={bySun ? "sun" : "hours"}
        onChange={(key) => change(key === "sun" ? { night_from: null, night_to: null } : USUAL)}
        options={[
          { key: "sun", label: t("night.bySun") },
          { key: "hours", label: t("night.byHours") },
        ]}
      />
      <p className="settings-hint">{t(bySun ? "night.bySunHint" : "night.byHoursHint")}</p>
      {!bySun && (
        <div className="settings-row">
          {time("night_from", t("night.from"))}
          {time("night_to", t("night.to"))}
        </div>
      )}
      {fault && (
        <p className="setting-fault" role="alert">
          {t("night.same")}
        </p>
      )}
    </div>
  );
}
