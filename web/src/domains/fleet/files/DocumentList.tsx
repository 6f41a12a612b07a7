import type { ProjectFile } from "@heliograph/contract/fleet/files";
import { Download, File, FileSpreadsheet, FileText, Trash2, type LucideIcon } from "lucide-react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
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

/** The documents, each with its type, size, day, and what may be done with it. */
export function DocumentList({
  documents,
  actions,
}: {
  documents: readonly ProjectFile[];
  actions: FileActions;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <ul className={styles.documents}>
      {documents.map((file) => {
        const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
        const Icon = ICONS[extension] ?? File;
        return (
          <li key={file.file_uid}>
            <span className="thumb" aria-hidden>
              <Icon size={22} strokeWidth={1.7} />
            </span>
            <span className="pcell">
              <strong title={file.name}>{file.name}</strong>
              <span>
                {extension.toUpperCase()} · {fileSize(format, file.size_bytes)} ·{" "}
                {format.dateTime(Date.parse(file.uploaded_at), ZONE)}
                {file.uploaded_by !== null && ` · ${file.uploaded_by}`}
              </span>
            </span>
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
          </li>
        );
      })}
    </ul>
  );
}
