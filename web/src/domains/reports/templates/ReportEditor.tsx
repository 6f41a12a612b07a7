import {
  addReport,
  allReports,
  changeReport,
  reportDetails,
  type ProjectReport,
  type ReportTemplate,
} from "@heliograph/contract/reports/templates/reports";
import { sendingFault } from "@heliograph/contract/reports/templates/sending";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, PencilLine } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useUnsavedReport } from "../../../platform/form/unsaved.ts";
import { refusalText } from "../../../platform/http.ts";
import { useLang, useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TabBar } from "../../../ui/controls/Tabs.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { BlockList } from "./BlockList.tsx";
import { BrandPanel } from "./BrandPanel.tsx";
import { EditionList } from "./EditionList.tsx";
import { PagesPanel } from "./PagesPanel.tsx";
import { changesIn, reportDraftOf, newDraft, type ReportDraft, type ReportPlace } from "./report-draft.ts";
import { templatesQuery } from "./report-queries.ts";
import { ProjectsField } from "./ProjectsField.tsx";
import { SendingFields } from "./SendingFields.tsx";
import { TemplatesPanel } from "./TemplatesPanel.tsx";
import styles from "./Reports.module.css";

interface Editing {
  readonly place: ReportPlace;
  /** Null: a new one. */
  readonly report: ProjectReport | null;
  readonly opened: (report_uid: string) => void;
  readonly back: () => void;
}

/** Builds a report: its blocks and times at one side, its pages at the other. Read-only people see the pages alone. */
export function ReportEditor(given: Editing) {
  const serverText = useServerText();
  const templates = useQuery(templatesQuery());
  if (templates.data === undefined) {
    return templates.isError ? (
      <LoadFailed hint={serverText(templates.error.message)} retry={() => void templates.refetch()} />
    ) : (
      <Skeleton width="100%" height={600} />
    );
  }
  return <Editor {...given} templates={templates.data.items} />;
}

const PARTS = ["blocks", "preview", "schedule"] as const;
type Part = (typeof PARTS)[number];

type Edited = ReturnType<typeof useDraft>;
type WithTemplates = Editing & { readonly templates: readonly ReportTemplate[] };

function Editor(given: WithTemplates) {
  const { place, report } = given;
  const { text } = useWords();
  const isPhone = usePhone();
  const [part, setPart] = useState<Part>("preview");
  const [chosen, setChosen] = useState<string | null>(null);
  const editing = useDraft(given);
  const { draft, change } = editing;
  const mayWrite = report === null ? place.mayWrite : report.may_change;
  const isShown = (one: Part) => !isPhone || part === one;
  return (
    <div className={styles.editor}>
      <Head {...given} editing={editing} mayWrite={mayWrite} />
      {isPhone && mayWrite && (
        <TabBar
          label={text("reports.parts")}
          panelId="report-part"
          tabs={PARTS.map((key) => ({ key, label: text(`reports.part.${key}`) }))}
          value={part}
          onChange={setPart}
        />
      )}
      <div className={mayWrite ? styles.columns : undefined} id="report-part">
        {mayWrite && (isShown("blocks") || isShown("schedule")) && (
          <div className={styles.side}>
            {isShown("blocks") && <What {...given} {...{ editing, chosen, setChosen }} />}
            {isShown("schedule") && <SendingFields draft={draft} change={change} timezone={place.timezone} />}
            {isShown("schedule") && report !== null && <EditionList report={report} />}
            {isShown("blocks") && (
              <>
                <TemplatesPanel templates={given.templates} blocks={draft.blocks} title={draft.title} />
                <BrandPanel />
              </>
            )}
          </div>
        )}
        {isShown("preview") && (
          <PagesPanel {...{ place, draft, chosen, report }} changeLang={(lang) => change({ lang })} />
        )}
      </div>
    </div>
  );
}

/** The way back, the title, what is not saved, and the one button that saves it. */
function Head({ report, back, editing, mayWrite }: WithTemplates & { editing: Edited; mayWrite: boolean }) {
  const { text } = useWords();
  const { draft, changes } = editing;
  return (
    <div className={styles.head}>
      <Button type="text" icon={<ArrowLeft size={16} aria-hidden />} onClick={back}>
        {text("Report")}
      </Button>
      <h2>{draft.title === "" ? text("reports.new") : draft.title}</h2>
      {mayWrite && changes > 0 && (
        <span className={styles.unsaved}>
          <PencilLine size={14} aria-hidden /> {text("reports.unsaved", { n: changes })}
        </span>
      )}
      {mayWrite && (
        <Button
          type="primary"
          loading={editing.busy}
          disabled={report !== null && changes === 0}
          onClick={editing.save}
        >
          {text("reports.save")}
        </Button>
      )}
    </div>
  );
}

/** The title, of a new report its template, and the blocks. */
function What(
  given: WithTemplates & {
    editing: Edited;
    chosen: string | null;
    setChosen: (kind: string | null) => void;
  },
) {
  const { report, templates, editing, chosen, setChosen } = given;
  const { draft, change } = editing;
  const { text } = useWords();
  return (
    <>
      <Panel title={text("reports.what")}>
        <div className={styles.form}>
          <TextField
            label={text("reports.title")}
            value={draft.title}
            maxLength={120}
            onChange={(title) => change({ title })}
          />
          {report === null && <TemplateField {...{ templates, draft, change }} />}
          <ProjectsField place={given.place} {...{ report, draft, change }} />
        </div>
      </Panel>
      <BlockList blocks={draft.blocks} change={(blocks) => change({ blocks })} {...{ chosen, setChosen }} />
    </>
  );
}

function TemplateField({
  templates,
  draft,
  change,
}: {
  templates: readonly ReportTemplate[];
  draft: ReportDraft;
  change: (part: Partial<ReportDraft>) => void;
}) {
  const { text } = useWords();
  return (
    <Select
      label={text("reports.template")}
      value={draft.template_uid}
      options={templates.map(({ template_uid, name, kind }) => ({
        value: template_uid,
        label: name ?? text(`reports.template.${kind}`),
      }))}
      onChange={(template_uid) => {
        const template = templates.find((one) => one.template_uid === template_uid);
        if (template === undefined) return;
        const { blocks, schedule, period } = newDraft(template, draft);
        change({ template_uid, blocks, schedule, period });
      }}
    />
  );
}

/** What is edited, how much of it is not saved, and what saves it. */
function useDraft({ place, report, opened, templates }: Editing & { templates: readonly ReportTemplate[] }) {
  const { text } = useWords();
  const lang = useLang();
  const serverText = useServerText();
  const [first] = templates;
  const [was, setWas] = useState<ReportDraft>(() =>
    report === null && first !== undefined
      ? newDraft(first, {
          title: text(`reports.template.${first.kind}`),
          lang,
          project_uid_list: [place.uid],
        })
      : reportDraftOf(report as ProjectReport, templates),
  );
  const [edited, setDraft] = useState(was);
  // A template that is taken away while it is chosen leaves its blocks behind.
  const isThere = templates.some(({ template_uid }) => template_uid === edited.template_uid);
  const draft = isThere ? edited : { ...edited, template_uid: first?.template_uid ?? "" };
  const adding = useCall(addReport, [allReports]);
  const changing = useCall(changeReport, [allReports, reportDetails]);
  const changes = changesIn(edited, was);
  const saved = useUnsavedReport(changes > 0);
  const save = async () => {
    const fault = sendingFault({ ...draft, email_list: [...draft.email_list] });
    if (fault !== null) return say.error(serverText(fault.message));
    const { blocks, email_list, project_uid_list } = draft;
    const body = {
      ...draft,
      blocks: [...blocks],
      email_list: [...email_list],
      project_uid_list: [...project_uid_list],
    };
    try {
      const answer =
        report === null
          ? await adding.mutateAsync({ body: { ...body, active: true } })
          : await changing.mutateAsync({ body: { report_uid: report.report_uid, ...body } });
      say.success(serverText(answer.message));
      saved();
      setWas(draft);
      setDraft((now) => ({ ...now, template_uid: draft.template_uid }));
      if (report === null) opened(answer.report.report_uid);
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
    return undefined;
  };
  return {
    draft,
    changes,
    busy: adding.isPending || changing.isPending,
    change: (part: Partial<ReportDraft>) => setDraft((now) => ({ ...now, ...part })),
    save: () => void save(),
  };
}
