import {
  addReportTemplate,
  removeReportTemplate,
  reportTemplates,
  type ReportTemplate,
} from "@heliograph/contract/reports/templates/reports";
import type { ReportBlock } from "@heliograph/contract/reports/templates/blocks";
import { BookmarkPlus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./Reports.module.css";

/** Saves the blocks as a template of the account, and lists those that it has. */
export function TemplatesPanel({
  templates,
  blocks,
  title,
}: {
  templates: readonly ReportTemplate[];
  blocks: readonly ReportBlock[];
  title: string;
}) {
  const { text } = useWords();
  const [naming, setNaming] = useState(false);
  const [leaving, setLeaving] = useState<ReportTemplate | null>(null);
  const own = templates.filter(({ kind }) => kind === "own");
  return (
    <Panel
      title={text("reports.templates")}
      extra={
        <Button size="small" icon={<BookmarkPlus size={15} aria-hidden />} onClick={() => setNaming(true)}>
          {text("reports.saveTemplate")}
        </Button>
      }
    >
      {own.length === 0 ? (
        <p className={styles.hint}>{text("reports.noTemplates")}</p>
      ) : (
        <ul className={styles.templates}>
          {own.map((template) => (
            <li key={template.template_uid}>
              <span>{template.name}</span>
              <Button
                type="text"
                size="small"
                icon={<Trash2 size={15} aria-hidden />}
                aria-label={text("reports.removeOf", { title: template.name ?? "" })}
                onClick={() => setLeaving(template)}
              />
            </li>
          ))}
        </ul>
      )}
      {naming && <NameTemplate {...{ blocks, title }} close={() => setNaming(false)} />}
      {leaving !== null && <RemoveTemplate template={leaving} close={() => setLeaving(null)} />}
    </Panel>
  );
}

function NameTemplate({
  blocks,
  title,
  close,
}: {
  blocks: readonly ReportBlock[];
  title: string;
  close: () => void;
}) {
  const { text } = useWords();
  const adding = useCall(addReportTemplate, [reportTemplates]);
  const [start] = useState(title);
  const defaults = useMemo(() => ({ name: start }), [start]);
  const form = useContractForm(addReportTemplate, {
    defaults,
    toBody: ({ name }: { name: string }) => ({ name, blocks }),
    send: (body) => adding.mutateAsync({ body }),
    guarded: false,
    ...useOutcome(close),
  });
  return (
    <FormDialog
      title={text("reports.saveTemplate")}
      save={text("reports.save")}
      {...{ form, close }}
      className={styles.form}
    >
      <TextField
        {...form.field("name")}
        label={text("reports.templateName")}
        hint={text("reports.templateHint")}
        maxLength={120}
      />
    </FormDialog>
  );
}

function RemoveTemplate({ template, close }: { template: ReportTemplate; close: () => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const removing = useCall(removeReportTemplate, [reportTemplates]);
  return (
    <Confirm
      danger
      title={text("Are you sure?")}
      hint={text("reports.removeTemplateHint", { title: template.name ?? "" })}
      yes={text("reports.remove")}
      no={text("No")}
      run={() =>
        removing
          .mutateAsync({ query: { template_uid: template.template_uid } })
          .then(() => say.success(text("Successful delete")))
          .catch((error: unknown) => say.error(serverText(refusalText(error))))
      }
      close={close}
    />
  );
}
