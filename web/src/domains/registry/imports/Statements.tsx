import { readRecImport } from "@heliograph/contract/registry/imports/imports";
import { EvidenceUpload } from "../evidence/EvidenceUpload.tsx";
import { EvidenceLine } from "../evidence/EvidenceLine.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { RecImport } from "./import-queries.ts";
import { useImportWords } from "./import-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";

/** For platform operators: the other registry's statements, and a place for one more. */
export function Statements({ given }: { given: RecImport }) {
  const { text } = useImportWords();
  const { record_uid, statements } = given;
  return (
    <Panel title={text("imp.statements")}>
      <div className={styles.stack}>
        {statements.length > 0 && (
          <ul className={styles.rows}>
            {statements.map((file) => (
              <EvidenceLine key={file.evidence_uid} file={file} view={text("imp.view")} />
            ))}
          </ul>
        )}
        <EvidenceUpload
          record_uid={record_uid}
          kind="registry_statement"
          label={text("imp.addStatement")}
          read={readRecImport}
        />
      </div>
    </Panel>
  );
}
