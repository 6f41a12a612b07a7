import { Upload } from "lucide-react";
import { useState, type DragEvent } from "react";
import { FileInput } from "../controls/files/FileInput.tsx";
import styles from "./FileDrop.module.css";

interface FileDropProps {
  /** What the input is called for those who do not see where it stands. */
  readonly label: string;
  /** "Drop a file or", or all that it says. */
  readonly hint: string;
  /** "choose" */
  readonly choose?: string;
  readonly busy: boolean;
  /** Why the last file was not taken; null: it was. */
  readonly fault: string | null;
  readonly multiple?: boolean;
  /** Which files the input offers; left out: PDF, JPG and PNG. */
  readonly accept?: string;
  readonly take: (files: readonly File[]) => void;
}

/** A place where a document is dropped, or chosen by keyboard. */
export function FileDrop(given: FileDropProps) {
  const { label, hint, choose, busy, fault, multiple = false, accept = ".pdf,.jpg,.jpeg,.png", take } = given;
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped on it is what its input takes by keyboard */}
      <label
        className={styles.drop}
        data-over={over || undefined}
        aria-busy={busy}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={15} aria-hidden />
        {hint}
        {choose !== undefined && <b>{choose}</b>}
        <FileInput label={label} accept={accept} multiple={multiple} take={take} />
      </label>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
