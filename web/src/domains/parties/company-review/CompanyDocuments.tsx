import { getBusinessAccount } from "@heliograph/contract/parties/business-accounts";
import {
  COMPANY_DOCUMENTS,
  COMPANY_DOCUMENTS_NEEDED,
  downloadCompanyDocument,
  removeCompanyDocument,
  uploadCompanyDocument,
  type CompanyDocument,
  type HeldCompanyDocument,
} from "@heliograph/contract/parties/company-review";
import { CircleCheck, Circle, Trash2, TriangleAlert } from "lucide-react";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { FileDrop } from "../../../ui/records/FileDrop.tsx";
import { useTask } from "../use-task.tsx";
import styles from "./CompanyDocuments.module.css";
import { useItemName } from "./company-words.ts";

interface DocumentsProps {
  readonly account: string;
  readonly documents: readonly HeldCompanyDocument[];
  /** Whether the person adds and takes out documents here. */
  readonly writes: boolean;
}

/** The company's documents, a row for each kind; its account manager adds and takes out. */
export function CompanyDocuments({ account, documents, writes }: DocumentsProps) {
  const t = useText();
  return (
    <>
      <h2>{t("parties.documents")}</h2>
      <ul className={styles.rows} aria-label={t("parties.documents")}>
        {COMPANY_DOCUMENTS.map((kind) => {
          const held = documents.filter((one) => one.kind === kind);
          return <DocumentRow key={kind} {...{ account, kind, held, writes }} />;
        })}
      </ul>
    </>
  );
}

function DocumentRow(given: {
  account: string;
  kind: CompanyDocument;
  held: readonly HeldCompanyDocument[];
  writes: boolean;
}) {
  const { account, kind, held, writes } = given;
  const t = useText();
  const nameOf = useItemName();
  const wanting = held.length === 0 && COMPANY_DOCUMENTS_NEEDED.includes(kind);
  const Icon = wanting ? TriangleAlert : held.length === 0 ? Circle : CircleCheck;
  return (
    <li data-state={wanting ? "wanting" : held.length === 0 ? "none" : "held"}>
      <Icon size={16} aria-hidden />
      <div className={styles.what}>
        <b>{nameOf(kind)}</b>
        <small>
          {t(wanting ? "parties.docNeeded" : held.length === 0 ? "parties.docNone" : "parties.docHint")}
        </small>
        {held.map((one) => (
          <HeldFile key={one.document_uid} {...{ account, writes }} file={one} />
        ))}
      </div>
      {writes && <Upload account={account} kind={kind} />}
    </li>
  );
}

function HeldFile({
  account,
  file,
  writes,
}: {
  account: string;
  file: HeldCompanyDocument;
  writes: boolean;
}) {
  const t = useText();
  const { number } = useFormat();
  const { run, busy } = useTask();
  const save = useSaveCompanyDocument();
  const remove = useCall(removeCompanyDocument, [getBusinessAccount]);
  const { document_uid, name, size_bytes } = file;
  return (
    <span className={styles.file}>
      <Button size="small" type="text" onClick={() => save(file)}>
        {name}
      </Button>
      {number(Math.max(1, Math.round(size_bytes / 1024)))} KB
      {writes && (
        <Button
          size="small"
          type="bare"
          icon={<Trash2 size={14} aria-hidden />}
          aria-label={t("parties.docRemove", { name })}
          loading={busy}
          onClick={() =>
            void run(() => remove.mutateAsync({ query: { account, document_uid } }), {
              done: t("parties.docRemoved"),
            })
          }
        />
      )}
    </span>
  );
}

/** Returns the function that gives a document to the person as a file. */
export function useSaveCompanyDocument(): (file: Pick<HeldCompanyDocument, "document_uid" | "name">) => void {
  const account = useActing();
  const save = useSaveDownload();
  return ({ document_uid, name }) =>
    save(downloadCompanyDocument, { query: { ...actingAs(account), document_uid } }, name);
}

function Upload({ account, kind }: { account: string; kind: CompanyDocument }) {
  const t = useText();
  const nameOf = useItemName();
  const serverText = useServerText();
  const upload = useCall(uploadCompanyDocument, [getBusinessAccount]);
  const take = (files: readonly File[]) => {
    for (const file of files) upload.mutate({ query: { account, kind, name: file.name }, body: file });
  };
  return (
    <FileDrop
      label={t("parties.docAdd", { kind: nameOf(kind) })}
      hint={t("parties.docDrop")}
      choose={t("parties.docChoose")}
      busy={upload.isPending}
      fault={upload.isError ? `${t("parties.docFailed")} ${serverText(refusalText(upload.error))}` : null}
      take={take}
    />
  );
}
