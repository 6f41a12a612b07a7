import {
  OWN_MAPPING,
  type ImportDraft,
  type ImportPreview,
} from "@heliograph/contract/telemetry/import/import-shapes";
import { Check, CircleCheck, CircleX, FileSpreadsheet, Upload, X } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { FileInput } from "../../../ui/controls/files/FileInput.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { fileSize } from "../../fleet/index.ts";
import type { DraftActions } from "./use-draft.ts";
import styles from "./ImportFiles.module.css";

const ACCEPTED = ".csv,.txt,.gz";

/** The files of the import, more of them, and as whose files they are read. */
export function ImportFiles({ draft, actions }: { draft: ImportDraft | undefined; actions: DraftActions }) {
  const { text } = useWords();
  const files = draft?.files ?? [];
  return (
    <Panel title={text("import.files")}>
      <div className={styles.parts}>
        {draft !== undefined && files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file) => (
              <FileRow key={file.file_uid} draft={draft} file={file} actions={actions} />
            ))}
          </ul>
        )}
        <DropZone large={files.length === 0} actions={actions} />
        {draft !== undefined && files.length > 0 && <Presets draft={draft} actions={actions} />}
      </div>
    </Panel>
  );
}

function FileRow(given: { draft: ImportDraft; file: ImportDraft["files"][number]; actions: DraftActions }) {
  const { draft, file, actions } = given;
  const { text, format } = useWords();
  const preview = draft.previews.find(({ file_uids }) => file_uids.includes(file.file_uid));
  const fault = preview?.fault ?? null;
  const rows = file.rows === null ? [] : [text("import.rows", { n: format.number(file.rows) })];
  return (
    <li>
      <FileSpreadsheet size={20} aria-hidden />
      <div className={styles.file}>
        <b>{file.name}</b>
        <span>{[fileSize(format, file.size_bytes), ...rows].join(" · ")}</span>
      </div>
      {fault === null ? (
        <Tag tone="normal" icon={CircleCheck} label={text("import.read")} small />
      ) : (
        <Tag tone="warning" icon={CircleX} label={text("import.notRead")} small />
      )}
      <Button
        type="bare"
        icon={<X size={16} aria-hidden />}
        aria-label={text("import.removeFile", { name: file.name })}
        title={text("import.removeFile", { name: file.name })}
        onClick={() => actions.remove(file.file_uid)}
      />
    </li>
  );
}

/** A button on which files may be dropped too. */
function DropZone({ large, actions }: { large: boolean; actions: DraftActions }) {
  const { text } = useWords();
  const phone = usePhone();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void actions.upload([...event.dataTransfer.files]);
  };
  return (
    <>
      <FileInput
        ref={input}
        label={text("import.choose")}
        accept={ACCEPTED}
        multiple
        hidden
        take={(chosen) => void actions.upload(chosen)}
      />
      <button
        type="button"
        className={styles.drop}
        data-large={large || undefined}
        data-over={over || undefined}
        aria-busy={actions.sending !== null}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={18} aria-hidden />
        <span>
          <b>{text(phone ? "import.choose" : large ? "import.drop" : "import.dropMore")}</b>{" "}
          <span>{text("import.kinds")}</span>
        </span>
      </button>
      <p className={styles.sending} role="status">
        {actions.sending}
      </p>
    </>
  );
}

/** What the preset, or the guess, takes for granted. */
function assumed({ assumes, title }: ImportPreview, { text }: Words): string {
  if (assumes === null) return "";
  const { stamp, interval_s, period, timezone, decimal } = assumes;
  const span =
    period === null
      ? text(`import.stamp.${stamp}`, { n: (interval_s ?? 0) / 60 })
      : text(`import.period.${period}`);
  return [
    text(title === null ? "import.guessed" : "import.recognised", { title: title ?? "" }),
    `${span}, ${text("import.zone", { zone: timezone })}, ${text(decimal === "." ? "import.point" : "import.comma")}.`,
  ].join(" ");
}

function Presets({ draft, actions }: { draft: ImportDraft; actions: DraftActions }) {
  const words = useWords();
  const { text } = words;
  const { wish, previews, presets } = draft;
  const recognised = new Set(previews.map(({ preset }) => preset ?? OWN_MAPPING));
  const chips = [
    ...presets.map(({ name, title }) => ({ name, title })),
    { name: OWN_MAPPING, title: text("import.own") },
  ];
  const sound = previews.filter(({ assumes }) => assumes !== null);
  return (
    <div className={styles.presets}>
      <span id="import-presets">{text("import.preset")}</span>
      <div className={styles.chips} role="group" aria-labelledby="import-presets">
        {chips.map(({ name, title }) => {
          const pressed = wish.preset === null ? recognised.has(name) : wish.preset === name;
          return (
            <button
              key={name}
              type="button"
              aria-pressed={pressed}
              onClick={() =>
                actions.wish({ ...wish, preset: wish.preset === name ? null : name, columns: {}, time: {} })
              }
            >
              {pressed && <Check size={14} aria-hidden />}
              {title}
            </button>
          );
        })}
      </div>
      {sound.map((preview) => (
        <p key={preview.file_uids[0]}>{assumed(preview, words)}</p>
      ))}
    </div>
  );
}
