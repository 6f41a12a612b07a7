import {
  getDeviceApplication,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import {
  downloadDeviceDocument,
  removeDeviceDocument,
  uploadDeviceDocument,
} from "@heliograph/contract/registry/devices/device-documents";
import { documentsNeeded, type DeviceDocument } from "@heliograph/contract/registry/devices/device-form";
import { documentsMissing } from "@heliograph/contract/registry/devices/device-guards";
import type { HeldDocument } from "@heliograph/contract/registry/devices/device-review";
import { CircleCheck, Trash2, TriangleAlert, Upload } from "lucide-react";
import { useState, type DragEvent } from "react";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { actingAs } from "./device-queries.ts";
import { useDeviceWords } from "./device-words.ts";
import styles from "./Devices.module.css";

/** The kinds of documents, each with its files, and a place to drop one. */
export function DocumentRows({ application }: { application: DeviceApplication }) {
  const missing = new Set(documentsMissing(application.facts));
  return (
    <ul className={styles.rows}>
      {documentsNeeded(application.type).map((kind) => (
        <DocumentRow
          key={kind}
          kind={kind}
          wanting={missing.has(kind)}
          record_uid={application.record_uid}
          held={application.documents.filter((one) => one.kind === kind)}
        />
      ))}
    </ul>
  );
}

function DocumentRow(given: {
  kind: DeviceDocument;
  wanting: boolean;
  record_uid: string;
  held: readonly HeldDocument[];
}) {
  const { kind, wanting, record_uid, held } = given;
  const { document: nameOf } = useDeviceWords();
  const { text } = useDeviceWords();
  const Icon = wanting ? TriangleAlert : CircleCheck;
  return (
    <li>
      <Icon size={16} aria-hidden className={wanting ? styles.wanting : styles.ready} />
      <div className={styles.row}>
        {nameOf(kind)}
        {held.length === 0 && <small>{text("dev.fileKinds")}</small>}
        {held.map((one) => (
          <HeldFile key={one.document_uid} file={one} />
        ))}
      </div>
      {(wanting || kind === "photos" || held.length === 0) && <Drop kind={kind} record_uid={record_uid} />}
    </li>
  );
}

function HeldFile({ file }: { file: HeldDocument }) {
  const { text, format } = useDeviceWords();
  const account = useActing();
  const serverText = useServerText();
  const remove = useCall(removeDeviceDocument, [getDeviceApplication]);
  const save = useSaveDocument();
  const { document_uid, name, size_bytes } = file;
  const takeOut = () =>
    remove
      .mutateAsync({ query: { ...actingAs(account), document_uid } })
      .catch((error: unknown) => say.error(serverText(refusalText(error))));
  return (
    <small>
      <span className={styles.file}>
        {name} · {format.number(Math.max(1, Math.round(size_bytes / 1024)))} KB
        <Button size="small" type="text" onClick={() => save(file)}>
          {text("dev.view")}
        </Button>
        <Button
          size="small"
          type="bare"
          icon={<Trash2 size={14} aria-hidden />}
          aria-label={text("dev.remove", { name })}
          loading={remove.isPending}
          onClick={() => void takeOut()}
        />
      </span>
    </small>
  );
}

/** Returns the function that gives a document to the person as a file; says why it cannot. */
export function useSaveDocument(): (file: Pick<HeldDocument, "document_uid" | "name">) => void {
  const account = useActing();
  const serverText = useServerText();
  return ({ document_uid, name }) =>
    void download(downloadDeviceDocument, { query: { ...actingAs(account), document_uid } }).then(
      (content) => saveFile(name, content),
      (error: unknown) => say.error(serverText(refusalText(error))),
    );
}

function Drop({ kind, record_uid }: { kind: DeviceDocument; record_uid: string }) {
  const { text, document: nameOf } = useDeviceWords();
  const account = useActing();
  const serverText = useServerText();
  const upload = useCall(uploadDeviceDocument, [getDeviceApplication]);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    for (const file of files ?? []) {
      upload.mutate({ query: { ...actingAs(account), record_uid, kind, name: file.name }, body: file });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped on it is what its input takes by keyboard */}
      <label
        className={styles.drop}
        data-over={over || undefined}
        aria-busy={upload.isPending}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={15} aria-hidden />
        {text("dev.drop")} <b>{text("dev.chooseFile")}</b>
        <input
          type="file"
          multiple={kind === "photos"}
          accept=".pdf,.jpg,.jpeg,.png"
          aria-label={text("dev.addFile", { kind: nameOf(kind) })}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = "";
          }}
        />
      </label>
      {upload.isError && (
        <p className={styles.fault} role="alert">
          {text("dev.notUploaded")}. {serverText(refusalText(upload.error))}
        </p>
      )}
    </div>
  );
}
