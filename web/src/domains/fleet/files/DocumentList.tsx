import type { ProjectFile } from "@heliograph/contract/fleet/files";
import { Download, File, FileSpreadsheet, FileText, Trash2, type LucideIcon } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { NamedIcon } from "../../../ui/layout/NamedIcon.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import type { FileActions } from "./file-actions.tsx";
import { fileSize } from "./file-size.ts";
import styles from "./DocumentList.module.css";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  pdf: FileText,
  docx: FileText,
  txt: FileText,
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
};
const ZONE = browserZone();

const extensionOf = ({ name }: ProjectFile) => name.split(".").at(-1)?.toLowerCase() ?? "";

/** The documents, a card each, with its type, size, day, and what may be done with it. */
export function DocumentList(given: { documents: readonly ProjectFile[]; actions: FileActions }) {
  const { documents, actions } = given;
  const t = useText();
  const label = t("files.documents");
  const columns = useMemo<readonly Column<ProjectFile>[]>(
    () => [{ id: "name", label, value: ({ name }) => name }],
    [label],
  );
  const card = useCallback((file: ProjectFile) => <Document file={file} actions={actions} />, [actions]);
  return (
    <DataTable
      className={styles.documents}
      label={label}
      columns={columns}
      rows={documents}
      idOf={(file) => file.file_uid}
      empty={<PanelNote text={t("files.noDocuments")} />}
      cards
      card={card}
    />
  );
}

function Document({ file, actions }: { file: ProjectFile; actions: FileActions }) {
  const t = useText();
  const format = useFormat();
  const extension = extensionOf(file);
  const about = [
    extension.toUpperCase(),
    fileSize(format, file.size_bytes),
    format.dateTime(Date.parse(file.uploaded_at), ZONE),
    ...(file.uploaded_by === null ? [] : [file.uploaded_by]),
  ];
  return (
    <div className={styles.document}>
      <NamedIcon icon={ICONS[extension] ?? File} name={file.name} about={about.join(" · ")} />
      <Button
        icon={<Download size={16} aria-hidden />}
        loading={actions.busy === file.file_uid}
        aria-label={`${t("files.download")}: ${file.name}`}
        title={t("files.download")}
        onClick={() => actions.save(file)}
      />
      {actions.remove !== undefined && (
        <Button
          icon={<Trash2 size={16} aria-hidden />}
          aria-label={`${t("files.remove")}: ${file.name}`}
          title={t("files.remove")}
          onClick={() => actions.remove?.(file)}
        />
      )}
    </div>
  );
}
