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
import { isDeviceDocument } from "@heliograph/contract/registry/devices/device-review";
import type { HeldDocument } from "@heliograph/contract/registry/devices/device-version";
import { CircleCheck, CircleSlash, Trash2, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { FileDrop } from "../../../ui/records/FileDrop.tsx";
import { useDeviceWords } from "./device-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Devices.module.css";

/** The kinds of documents, each with its files, and a place to drop one. */
export function DocumentRows({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const missing = new Set(documentsMissing(application.facts));
  const earlier = application.documents.filter(({ kind }) => !isDeviceDocument(kind));
  return (
    <ul className={shared.rows}>
      {documentsNeeded(application.type).map((kind) => (
        <DocumentRow
          key={kind}
          kind={kind}
          wanting={missing.has(kind)}
          record_uid={application.record_uid}
          held={application.documents.filter((one) => one.kind === kind)}
        />
      ))}
      {earlier.map((file) => (
        <li key={file.document_uid}>
          <CircleSlash size={16} aria-hidden />
          <div className={styles.row}>
            {file.kind} · {text("dev.earlierForm")}
            <HeldFile file={file} />
          </div>
        </li>
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
  const { text, document: nameOf } = useDeviceWords();
  const uploads = useUploads(record_uid, kind);
  const Icon = wanting ? TriangleAlert : CircleCheck;
  return (
    <li>
      <Icon size={16} aria-hidden className={wanting ? styles.wanting : styles.ready} />
      <div className={styles.row}>
        {nameOf(kind)}
        {held.length === 0 && uploads.failed.length === 0 && <small>{text("dev.fileKinds")}</small>}
        {held.map((one) => (
          <HeldFile key={one.document_uid} file={one} />
        ))}
        {uploads.failed.map((one) => (
          <FailedFile key={one.id} failed={one} uploads={uploads} />
        ))}
      </div>
      {(wanting || kind === "photos" || held.length === 0 || uploads.failed.length > 0) && (
        <Drop kind={kind} uploads={uploads} />
      )}
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

/** Returns the function that gives a document to the person as a file. */
export function useSaveDocument(): (file: Pick<HeldDocument, "document_uid" | "name">) => void {
  const account = useActing();
  const save = useSaveDownload();
  return ({ document_uid, name }) =>
    save(downloadDeviceDocument, { query: { ...actingAs(account), document_uid } }, name);
}

function Drop({ kind, uploads }: { kind: DeviceDocument; uploads: Uploads }) {
  const { text, document: nameOf } = useDeviceWords();
  return (
    <FileDrop
      label={text("dev.addFile", { kind: nameOf(kind) })}
      hint={text("dev.drop")}
      choose={text("dev.chooseFile")}
      busy={uploads.busy}
      fault={null}
      multiple={kind === "photos"}
      take={(files) => files.forEach((file) => uploads.send(file))}
    />
  );
}

/** A file that did not arrive: it stays until it is sent again or discarded. */
function FailedFile({ failed, uploads }: { failed: Failed; uploads: Uploads }) {
  const { text } = useDeviceWords();
  const { name } = failed.file;
  return (
    <small role="alert">
      <span className={styles.file}>
        <span>
          {name} · <span className={shared.fault}>{text("dev.notUploaded")}</span>
        </span>
        <Button size="small" type="text" onClick={() => uploads.again(failed)}>
          {text("dev.tryAgain")}
        </Button>
        <Button
          size="small"
          type="bare"
          icon={<X size={14} aria-hidden />}
          aria-label={text("dev.discard", { name })}
          onClick={() => uploads.discard(failed)}
        />
      </span>
      {failed.reason}
    </small>
  );
}

interface Failed {
  readonly id: string;
  readonly file: File;
  readonly reason: string;
}
type Uploads = ReturnType<typeof useUploads>;

/** Sends files as documents of the kind, each for itself, and keeps those that did not arrive. */
function useUploads(record_uid: string, kind: DeviceDocument) {
  const account = useActing();
  const serverText = useServerText();
  const { mutateAsync } = useCall(uploadDeviceDocument, [getDeviceApplication]);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [running, setRunning] = useState(0);
  const send = (file: File) => {
    setRunning((n) => n + 1);
    const query = { ...actingAs(account), record_uid, kind, name: file.name };
    mutateAsync({ query, body: file })
      .catch((error: unknown) => {
        const reason = serverText(refusalText(error));
        setFailed((before) => [...before, { id: crypto.randomUUID(), file, reason }]);
      })
      .finally(() => setRunning((n) => n - 1));
  };
  const discard = ({ id }: Failed) => setFailed((before) => before.filter((one) => one.id !== id));
  const again = (one: Failed) => {
    discard(one);
    send(one.file);
  };
  return { send, again, discard, failed, busy: running > 0 };
}
