// Where a report goes once it is made.
import type { Tx } from "../../../platform/db.ts";
import type { KeptDocument } from "../../../platform/documents/document.sql.ts";
import { queueMail, queueWebhooks } from "../../notices/index.ts";
import type { RunRow } from "../runs/run.sql.ts";
import { editionBy, noteEditionSent, type EditionRow } from "./edition.sql.ts";
import { reportBy, type KeptReport } from "./report.sql.ts";
import { documentWords } from "./words/languages.ts";

/** Sends what was made to whom the edition is for, in the transaction that says it is made. A run of no report goes nowhere. */
export async function deliverEdition(tx: Tx, run: RunRow, document: KeptDocument): Promise<void> {
  const edition = await editionBy(tx, { run_id: run.run_id });
  if (edition === undefined || edition.deliver === "no") return;
  const report = await reportBy(tx, run.account_id, { report_id: edition.report_id });
  if (report === undefined) return;
  const isMail = edition.deliver === "me" || report.delivery_method === "email";
  const of = { run, edition, report, document };
  const isWebhook = report.delivery_method === "webhook";
  const sent = isMail ? await mail(tx, of) : isWebhook ? await callWebhooks(tx, of) : 0;
  await noteEditionSent(tx, run.run_id, sent);
}

interface Finished {
  readonly run: RunRow;
  readonly edition: EditionRow;
  readonly report: KeptReport;
  readonly document: KeptDocument;
}

/** Tells the account's webhooks, once however often the run ends, and returns how many there are. They fetch the file by the run's uid. */
function callWebhooks(tx: Tx, { run, edition, report, document }: Finished): Promise<number> {
  return queueWebhooks(tx, {
    account_id: run.account_id,
    event: "report.finished",
    key: `report ${run.run_uid}`,
    data: {
      report_uid: report.report_uid,
      run_uid: run.run_uid,
      title: report.title,
      project_uids: report.project_uids,
      from_date: edition.from_day,
      to_date: edition.to_day,
      name: document.name,
      size_bytes: document.size_bytes,
      sha256: document.sha256,
    },
  });
}

/** Queues the mails, once for each address however often the run ends, and returns how many were queued. */
async function mail(tx: Tx, { run, edition, report, document }: Finished): Promise<number> {
  const words = documentWords[edition.lang];
  const period = words.days(edition.from_day, edition.to_day);
  const to =
    edition.deliver === "me"
      ? [{ account_id: run.account_id }]
      : [...new Set(report.email_list)].map((address) => ({ address }));
  let queued = 0;
  for (const one of to) {
    const mail_uid = await queueMail(tx, {
      key: `report ${run.run_uid} ${"address" in one ? one.address : "me"}`.slice(0, 200),
      to: one,
      language: edition.lang,
      subject: `${report.title}, ${period}`,
      text: words.mail({ title: report.title, projects: report.project_names.join(", "), period }),
      attachments: [document.document_uid],
    });
    if (mail_uid !== null) queued += 1;
  }
  return queued;
}
