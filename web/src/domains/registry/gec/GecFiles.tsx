import { type EvidenceKind } from "@heliograph/contract/registry/evidence/evidence";
import { readGecRedemption } from "@heliograph/contract/registry/gec/gec-redemptions";
import { EvidenceUpload } from "../evidence/EvidenceUpload.tsx";
import { EvidenceLine } from "../evidence/EvidenceLine.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { type GecRedemption } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";

/** Files that whoever looks may read. */
export function GecFiles({ files }: Pick<GecRedemption, "files">) {
  const { text } = useGecWords();
  if (files.length === 0) return null;
  return (
    <Panel title={text("gec.files")}>
      <ul className={styles.rows}>
        {files.map((file) => (
          <EvidenceLine
            key={file.evidence_uid}
            file={file}
            {...(isNamed(file.kind) ? { kind: text(`gec.file.${file.kind}`) } : {})}
            view={text("gec.view")}
          />
        ))}
      </ul>
    </Panel>
  );
}

type GecEvidence = Exclude<EvidenceKind, "registry_statement" | "metering">;

/** What other records have needs no name here. */
const isNamed = (kind: EvidenceKind): kind is GecEvidence =>
  kind !== "registry_statement" && kind !== "metering";

/** A place for one more file of a kind. */
export function GecUpload({ record_uid, kind }: { record_uid: string; kind: GecEvidence }) {
  const { text } = useGecWords();
  return (
    <EvidenceUpload
      record_uid={record_uid}
      kind={kind}
      label={text(`gec.add.${kind}`)}
      {...(kind === "certificate" ? { accept: ".pdf" } : {})}
      read={readGecRedemption}
    />
  );
}
