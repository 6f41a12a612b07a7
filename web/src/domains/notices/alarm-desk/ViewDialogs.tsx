// The windows in which views of the desk are named and managed.
import {
  addAlarmView,
  ALARM_VIEW_LIMITS,
  changeAlarmView,
  listAlarmViews,
  type AlarmView,
  type AlarmViewFilters,
} from "@heliograph/contract/notices/alarm-desk/alarm-views";
import { Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { isSameView } from "./desk-view.ts";
import styles from "./AlarmDesk.module.css";

const STALE_VIEWS = [listAlarmViews];

/** Asks under which name the filters are to be saved. */
export function SaveView({ filters, close }: { filters: AlarmViewFilters; close: () => void }) {
  const { text } = useWords();
  const saving = useCall(addAlarmView, STALE_VIEWS);
  const form = useContractForm(addAlarmView, {
    defaults: { name: "" },
    guarded: false,
    toBody: ({ name }) => ({ name, filters }),
    send: (body) => saving.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return (
    <FormDialog
      title={text("desk.saveView")}
      save={text("desk.saveName")}
      {...{ form, close }}
      className={styles.form}
    >
      <TextField {...form.field("name")} maxLength={ALARM_VIEW_LIMITS.name} label={text("desk.viewName")} />
    </FormDialog>
  );
}

/** Asks for another name of a view. */
export function RenameView({ view, close }: { view: AlarmView; close: () => void }) {
  const { text } = useWords();
  const { alarm_view_uid } = view;
  const renaming = useCall(changeAlarmView, STALE_VIEWS);
  const form = useContractForm(changeAlarmView, {
    defaults: { name: view.name },
    guarded: false,
    toBody: ({ name }) => ({ alarm_view_uid, name }),
    send: (body) => renaming.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return (
    <FormDialog
      title={text("desk.renameView", { name: view.name })}
      save={text("desk.rename")}
      {...{ form, close }}
      className={styles.form}
    >
      <TextField {...form.field("name")} maxLength={ALARM_VIEW_LIMITS.name} label={text("desk.viewName")} />
    </FormDialog>
  );
}

/** The saved views, each to be renamed, replaced by what is shown now, or removed. */
export function ManageViews(given: {
  views: readonly AlarmView[];
  now: AlarmViewFilters;
  rename: (view: AlarmView) => void;
  remove: (view: AlarmView) => void;
  close: () => void;
}) {
  const { views, now, rename, remove, close } = given;
  const { text } = useWords();
  const replacing = useCall(changeAlarmView, STALE_VIEWS);
  const said = useOutcome();
  const replace = async ({ alarm_view_uid }: AlarmView) => {
    try {
      said.onSaved(await replacing.mutateAsync({ body: { alarm_view_uid, filters: now } }));
    } catch (error) {
      said.onRefused(error);
    }
  };
  return (
    <Dialog title={text("desk.manageViews")} onClose={close} width={520}>
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.alarm_view_uid}>
            <span>
              {view.name}
              {view.projects_gone > 0 && (
                <small className={styles.pale}>{text("desk.viewGone", { n: view.projects_gone })}</small>
              )}
            </span>
            <Button
              icon={<RefreshCw size={16} aria-hidden />}
              aria-label={text("desk.replaceView", { name: view.name })}
              title={text("desk.replaceView", { name: view.name })}
              disabled={replacing.isPending || isSameView(view.filters, now)}
              onClick={() => void replace(view)}
            />
            <Button
              icon={<Pencil size={16} aria-hidden />}
              aria-label={text("desk.renameView", { name: view.name })}
              title={text("desk.renameView", { name: view.name })}
              onClick={() => rename(view)}
            />
            <Button
              icon={<Trash2 size={16} aria-hidden />}
              aria-label={text("desk.removeView", { name: view.name })}
              title={text("desk.removeView", { name: view.name })}
              onClick={() => remove(view)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
