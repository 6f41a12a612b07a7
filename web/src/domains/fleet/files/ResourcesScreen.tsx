import { FILE_LIMITS, FILE_TYPES, listFiles, uploadFile } from "@heliograph/contract/fleet/files";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { FileInput } from "../../../ui/controls/files/FileInput.tsx";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Blank, PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { filesQuery } from "./ResourcesScreen.loader.ts";
import { DocumentList } from "./DocumentList.tsx";
import { useFileActions } from "./file-actions.tsx";
import { fileSize } from "./file-size.ts";
import { ImageGallery } from "./ImageGallery.tsx";
import { mayChange } from "../projects/project-queries.ts";
import { LoadFailed, ProjectPage } from "../projects/ProjectPage.tsx";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import styles from "./ResourcesScreen.module.css";

/** What the dialog of the browser offers to choose. */
const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(",");

const uploadTo = (project: ProjectInfo) => mayChange(project) && <UploadButton uid={project.project_uid} />;

/** /resource/{id}: documents and images of a project (M18). */
export default function ResourcesScreen() {
  return (
    <ProjectPage title="Resources" pvOnly actions={uploadTo}>
      {(uid, project) => <Files uid={uid} change={mayChange(project)} />}
    </ProjectPage>
  );
}

function Files({ uid, change }: { uid: string; change: boolean }) {
  const t = useText();
  const serverText = useServerText();
  const files = useQuery(filesQuery(uid));
  const { actions, question } = useFileActions(change);
  if (files.isError && files.data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(files.error.message)} retry={() => void files.refetch()} />
      </Panel>
    );
  }
  if (files.data === undefined) return <Waiting />;
  const { items } = files.data;
  if (items.length === 0) {
    return (
      <Panel>
        <Blank title={t("files.none")} {...(change ? { hint: t("files.noneHint") } : {})} />
      </Panel>
    );
  }
  const images = items.filter(({ category }) => category === "image");
  const documents = items.filter(({ category }) => category === "document");
  return (
    <>
      <Panel title={t("files.images")}>
        {images.length === 0 ? (
          <PanelNote text={t("files.noImages")} />
        ) : (
          <ImageGallery images={images} actions={actions} />
        )}
      </Panel>
      <Panel flush title={t("files.documents")}>
        <DocumentList documents={documents} actions={actions} />
      </Panel>
      {question}
    </>
  );
}

const fault = (text: string) => say.error({ content: text, duration: 6 });

function UploadButton({ uid }: { uid: string }) {
  const t = useText();
  const serverText = useServerText();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  /** Which file is on its way, in words. */
  const [sending, setSending] = useState<string | null>(null);
  const upload = useCall(uploadFile, [listFiles, projectWidget]);
  const send = async (files: readonly File[]) => {
    const added: string[] = [];
    for (const [at, file] of files.entries()) {
      setSending(t("files.sending", { a: at + 1, n: files.length, name: file.name }));
      if (file.size > FILE_LIMITS.bytes) {
        fault(t("files.tooLarge", { name: file.name, most: fileSize(format, FILE_LIMITS.bytes) }));
        continue;
      }
      try {
        await upload.mutateAsync({ query: { project_uid: uid, name: file.name }, body: file });
        added.push(file.name);
      } catch (error) {
        const why = serverText(refusalText(error));
        fault(`${file.name}: ${why}`);
      }
    }
    setSending(null);
    if (added.length > 0) say.success(t("files.added", { name: added.join(", ") }));
  };
  return (
    <div className={styles.upload}>
      <span id="upload-hint" role="status">
        {sending ?? t("files.hint", { most: fileSize(format, FILE_LIMITS.bytes) })}
      </span>
      <FileInput
        ref={input}
        label={t("files.upload")}
        accept={ACCEPTED}
        multiple
        hidden
        take={(chosen) => void send(chosen)}
      />
      <Button
        type="primary"
        icon={<Upload size={16} aria-hidden />}
        loading={sending !== null}
        aria-describedby="upload-hint"
        onClick={() => input.current?.click()}
      >
        {t("files.upload")}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <>
      <Panel>
        <Skeleton width="100%" height={180} />
      </Panel>
      <Panel>
        <Skeleton width="100%" height={160} />
      </Panel>
    </>
  );
}
