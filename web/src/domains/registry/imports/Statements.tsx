import {
  downloadEvidence,
  uploadEvidence,
  type HeldEvidence,
} from "@heliograph/contract/registry/evidence/evidence";
import { readRecImport } from "@heliograph/contract/registry/imports/imports";
import { Upload } from "lucide-react";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { RecImport } from "./import-queries.ts";
import { useImportWords } from "./import-words.ts";
import styles from "../Record.module.css";

/** For platform operators: the other registry's statements, and a place for one more. */
export function Statements({ given }: { given: RecImport }) {
  const { text } = useImportWords();
  const serverText = useServerText();
  const upload = useCall(uploadEvidence, [readRecImport]);
  const { record_uid, statements } = given;
  const take = (files: FileList | null) => {
    for (const file of files ?? []) {
      upload.mutate({ query: { record_uid, kind: "registry_statement", name: file.name }, body: file });
    }
  };
  return (
    <Panel title={text("imp.statements")}>
      <div className={styles.stack}>
        {statements.length > 0 && (
          <ul className={styles.rows}>
            {statements.map((file) => (
              <Statement key={file.evidence_uid} file={file} />
            ))}
          </ul>
        )}
        <div>
          <label className={styles.drop} aria-busy={upload.isPending}>
            <Upload size={15} aria-hidden />
            {text("imp.addStatement")}
            <input
              type="file"
              accept=".pdf,.png,.jpg,.jpeg,.csv"
              onChange={(event) => {
                take(event.target.files);
                event.target.value = "";
              }}
            />
          </label>
        </div>
        {upload.isError && (
          <p className={styles.fault} role="alert">
            {serverText(refusalText(upload.error))}
          </p>
        )}
      </div>
    </Panel>
  );
}

function Statement({ file }: { file: HeldEvidence }) {
  const { text } = useImportWords();
  const serverText = useServerText();
  const { evidence_uid, name, sha256, at } = file;
  const save = () =>
    void download(downloadEvidence, { query: { evidence_uid } }).then(
      (content) => saveFile(name, content),
      (error: unknown) => say.error(serverText(refusalText(error))),
    );
  return (
    <li>
      <div>
        {name}
        <small>{gmt8(at)}</small>
        <small className={styles.hash} title={sha256}>
          sha256 {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </small>
      </div>
      <Button size="small" type="text" onClick={save}>
        {text("imp.view")}
      </Button>
    </li>
  );
}
