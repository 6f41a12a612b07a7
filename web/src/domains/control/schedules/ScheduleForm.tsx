import { occurrencesFrom } from "@heliograph/contract/control/schedules/occurrences";
import {
  createSchedule,
  updateSchedule,
  type Schedule,
} from "@heliograph/contract/control/schedules/schedules";
import { localDay } from "@heliograph/contract/kernel/time";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useId, useMemo, type SyntheticEvent } from "react";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { RunList } from "./RunList.tsx";
import { OF_SCHEDULES } from "./schedule-calls.ts";
import {
  fieldsOfSchedule,
  newScheduleFields,
  ruleOfFields,
  scheduleBody,
  startFault,
  type FormOf,
  type ScheduleFields,
} from "./schedule-form.ts";
import { overlapOf, PREVIEWED } from "./schedule-view.ts";
import { DayFields, DoingFields, TimeFields } from "./ScheduleWhen.tsx";
import { ScheduleWhere } from "./ScheduleWhere.tsx";
import styles from "./ScheduleForm.module.css";

interface FormProps {
  readonly project: ProjectInfo;
  readonly items: readonly Schedule[];
  /** Null: one is added. */
  readonly schedule: Schedule | null;
  readonly close: () => void;
}

/** Adds or changes a schedule: where, what, when, and what would come of it (M156–M158, M187–M195). */
export function ScheduleForm({ project, items, schedule, close }: FormProps) {
  const { text } = useWords();
  const id = useId();
  const of = useFormOf(project);
  const form = useScheduleForm({ of, schedule, close });
  const overlap = useOverlap(form.values, { of, items, schedule });
  const isManual = form.values.mode === "manual";
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    if (isManual) return form.submit(event);
    event.preventDefault();
    say.warning(text("Function is updating"));
  };
  return (
    <Dialog
      title={schedule === null ? text("schedules.add") : text("schedules.updateTitle", { n: schedule.id })}
      width={720}
      holdsInput
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text("Cancel")}</Button>
          <Button type="primary" submits form={id} loading={form.busy}>
            {text(schedule === null ? "schedules.add" : "schedules.save")}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit} noValidate>
        <Segmented
          label={text("schedules.mode")}
          value={form.values.mode}
          onChange={(mode) => form.change("mode", mode)}
          options={[
            { value: "manual", label: text("schedules.manual") },
            { value: "automatic", label: text("schedules.automatic") },
          ]}
        />
        <ScheduleWhere {...{ form, project, schedule }} />
        <DoingFields {...{ form, of }} fixed={schedule !== null} />
        <DayFields {...{ form, of, project }} fixed={schedule !== null} />
        <TimeFields form={form} />
        {schedule !== null && <Availability form={form} />}
        <Overlap form={form} overlap={overlap} always={schedule !== null} />
        <Preview values={form.values} of={of} />
      </form>
    </Dialog>
  );
}

function useFormOf({ timezone, project_type }: ProjectInfo): FormOf {
  const nowMs = useNow(60_000);
  const isHeater = project_type === "swh";
  return useMemo(
    () => ({ timezone, today: localDay(timezone, nowMs), nowMs, isHeater }),
    [timezone, nowMs, isHeater],
  );
}

function useScheduleForm(given: { of: FormOf; schedule: Schedule | null; close: () => void }) {
  const { of, schedule, close } = given;
  const serverText = useServerText();
  const creation = useCall(createSchedule, OF_SCHEDULES);
  const change = useCall(updateSchedule, OF_SCHEDULES);
  const { today, isHeater } = of;
  const defaults = useMemo(
    () => (schedule === null ? newScheduleFields(today, isHeater) : fieldsOfSchedule(schedule)),
    [schedule, today, isHeater],
  );
  return useContractForm(createSchedule, {
    defaults,
    toBody: (fields: ScheduleFields) => scheduleBody(fields, of),
    alsoJudge: (fields) => startFault(fields, of),
    send: async (body): Promise<{ message: string }> => {
      if (schedule === null) return creation.mutateAsync({ body });
      const { schedule_id } = schedule;
      return change.mutateAsync({ query: { schedule_id }, body: { ...body, schedule_id } });
    },
    onSaved: ({ message }) => {
      say.success(serverText(message));
      close();
    },
    onRefused: (error) => say.error(serverText(refusalText(error))),
  });
}

function useOverlap(
  values: ScheduleFields,
  { of, items, schedule }: { of: FormOf; items: readonly Schedule[]; schedule: Schedule | null },
) {
  const rule = ruleOfFields(values, of);
  if (rule === null || !values.available) return null;
  const { gateway_uid, relay, schedule_type_id } = scheduleBody(values, of);
  const type = schedule_type_id === 1 ? 1 : 2;
  const { device_uids } = values;
  return overlapOf(
    {
      schedule_id: schedule?.schedule_id ?? null,
      gateway_uid,
      relay,
      schedule_type_id: type,
      device_uids,
      rule,
    },
    items,
    of.today,
  );
}

/** What is in the way, and whether it is to give way; an update is always asked (M157). */
function Overlap(given: {
  form: ContractForm<ScheduleFields>;
  overlap: ReturnType<typeof overlapOf>;
  always: boolean;
}) {
  const { form, overlap, always } = given;
  const { text } = useWords();
  const other = overlap?.schedule.attributes_value;
  return (
    <>
      {overlap !== null && (
        <p className={styles.overlap} role="alert">
          {text("schedules.overlap", {
            n: overlap.schedule.id,
            window: `${other?.from_time}–${other?.to_time}`,
            at: `${overlap.date} ${overlap.time}`,
          })}
        </p>
      )}
      {(overlap !== null || always) && (
        <Checkbox
          label={text("schedules.override")}
          checked={form.values.option_overwrite}
          onChange={(checked) => form.change("option_overwrite", checked)}
        />
      )}
    </>
  );
}

function Availability({ form }: { form: ContractForm<ScheduleFields> }) {
  const { text } = useWords();
  return (
    <Segmented
      label={text("schedules.state")}
      value={form.values.available ? "active" : "deactive"}
      onChange={(next) => form.change("available", next === "active")}
      options={[
        { value: "active", label: text("Active") },
        { value: "deactive", label: text("Deactive") },
      ]}
    />
  );
}

/** The next runs of what stands in the form. */
function Preview({ values, of }: { values: ScheduleFields; of: FormOf }) {
  const { text } = useWords();
  const rule = ruleOfFields(values, of);
  const runs = rule === null || !values.available ? [] : occurrencesFrom(rule, of.nowMs, { most: PREVIEWED });
  return (
    <section>
      <h3 className={styles.part}>{text("schedules.next")}</h3>
      <RunList runs={runs.map((run) => ({ schedule: null, run }))} timezone={of.timezone} />
    </section>
  );
}
