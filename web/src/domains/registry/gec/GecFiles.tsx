import {
  downloadEvidence,
  uploadEvidence,
  type EvidenceKind,
  type HeldEvidence,
} from "@heliograph/contract/registry/evidence/evidence";
import { readGecRedemption } from "@heliograph/contract/registry/gec/gec-redemptions";
import { Upload } from "lucide-react";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { type GecRedemption } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";
import styles from "../Record.module.css";

/** Files that whoever looks may read. */
export function GecFiles({ files }: Pick<GecRedemption, "files">) {
  const { text } = useGecWords();
  if (files.length === 0) return null;
  return (
    <Panel title={text("gec.files")}>
      <ul className={styles.rows}>
        {files.map((file) => (
          <File key={file.evidence_uid} file={file} />
        ))}
      </ul>
    </Panel>
  );
}

function File({ file }: { file: HeldEvidence }) {
  const { text } = useGecWords();
  const serverText = useServerText();
  const account = useActing();
  const { evidence_uid, kind, name, sha256, at } = file;
  const save = () =>
    void download(downloadEvidence, { query: { ...actingAs(account), evidence_uid } }).then(
      (content) => saveFile(name, content),
      (error: unknown) => say.error(serverText(refusalText(error))),
    );
  return (
    <li>
      <div>
        {name}
        <small>
          {kind === "registry_statement" || kind === "metering" ? "" : `${text(`gec.file.${kind}`)} · `}
          {gmt8(at)}
        </small>
        <small className={styles.hash} title={sha256}>
          sha256 {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </small>
      </div>
      <Button size="small" type="text" onClick={save}>
        {text("gec.view")}
      </Button>
    </li>
  );
}

/** A place for one more file of a kind. */
export function GecUpload({ record_uid, kind }: { record_uid: string; kind: EvidenceKind }) {
  const { text } = useGecWords();
  const serverText = useServerText();
  const account = useActing();
  const upload = useCall(uploadEvidence, [readGecRedemption]);
  const take = (files: FileList | null) => {
    for (const file of files ?? []) {
      upload.mutate({ query: { ...actingAs(account), record_uid, kind, name: file.name }, body: file });
    }
  };
  return (
    <div>
      <label className={styles.drop} aria-busy={upload.isPending}>
        <Upload size={15} aria-hidden />
        {kind === "registry_statement" || kind === "metering" ? "" : text(`gec.add.${kind}`)}
        <input
          type="file"
          accept={kind === "certificate" ? ".pdf" : ".pdf,.png,.jpg,.jpeg,.csv"}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = "";
          }}
        />
      </label>
      {upload.isError && (
        <p className={styles.fault} role="alert">
          {serverText(refusalText(upload.error))}
        </p>
      )}
    </div>
  );
}
