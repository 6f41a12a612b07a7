// What stands in the editor of a report before it is saved.
import type { ReportBlock } from "@heliograph/contract/reports/templates/blocks";
import type { ReportLanguage } from "@heliograph/contract/reports/portfolio-report";
import type { ProjectReport, ReportTemplate } from "@heliograph/contract/reports/templates/reports";
import type { ReportSending } from "@heliograph/contract/reports/templates/sending";

/** The project whose reports are shown. */
export interface ReportPlace {
  readonly uid: string;
  readonly name: string;
  readonly timezone: string;
  readonly mayWrite: boolean;
  readonly title: string;
}

export interface ReportDraft extends Omit<ReportSending, "email_list"> {
  readonly title: string;
  readonly template_uid: string;
  readonly lang: ReportLanguage;
  readonly blocks: readonly ReportBlock[];
  readonly email_list: readonly string[];
  /** In the order in which they stand in the document. */
  readonly project_uid_list: readonly string[];
}

/** A report as it is edited. Addresses that the caller may not see are none. */
export const reportDraftOf = (report: ProjectReport, templates: readonly ReportTemplate[]): ReportDraft => ({
  title: report.title,
  template_uid: report.template_uid ?? templates[0]?.template_uid ?? "",
  lang: report.lang,
  blocks: report.blocks,
  email_list: report.email_list ?? [],
  delivery_method: report.delivery_method,
  schedule: report.schedule,
  period: report.period,
  send_on: report.send_on,
  from_date: report.from_date,
  to_date: report.to_date,
  project_uid_list: report.project_uid_list,
});

/** A new report by the template: monthly, of the month before, for download. */
export const newDraft = (
  template: ReportTemplate,
  { title, lang, project_uid_list }: Pick<ReportDraft, "title" | "lang" | "project_uid_list">,
): ReportDraft => ({
  title,
  template_uid: template.template_uid,
  lang,
  blocks: template.blocks,
  email_list: [],
  delivery_method: "download",
  schedule: template.kind === "weekly" ? "weekly" : "monthly",
  period: template.kind === "weekly" ? "previous_week" : "previous_month",
  send_on: { time: "06:00", weekday: "mon", day: 1, date: null },
  from_date: null,
  to_date: null,
  project_uid_list,
});

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** How many fields differ; blocks count one by one, and their order once. */
export function changesIn(now: ReportDraft, was: ReportDraft): number {
  const { blocks, ...fields } = now;
  const { blocks: before, ...old } = was;
  const changed = Object.keys(fields).filter((name) =>
    differ(fields[name as keyof typeof fields], old[name as keyof typeof old]),
  );
  const changedBlocks = blocks.filter((block) =>
    differ(
      block,
      before.find(({ kind }) => kind === block.kind),
    ),
  );
  const isMoved = differ(
    blocks.map(({ kind }) => kind),
    before.map(({ kind }) => kind),
  );
  return changed.length + changedBlocks.length + (isMoved ? 1 : 0);
}

/** The list with the item at `from` moved to `to`, which is held within the list. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const target = Math.min(list.length - 1, Math.max(0, to));
  const next = list.filter((_, at) => at !== from);
  const item = list[from];
  if (item !== undefined) next.splice(target, 0, item);
  return next;
}
