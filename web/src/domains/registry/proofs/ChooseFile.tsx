import { Upload } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { FileInput } from "../../../ui/controls/files/FileInput.tsx";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import styles from "./Proofs.module.css";

/** A statement as a file, chosen or dropped: it is read here. `filled`: it is what the page is for. */
export function ChooseFile({ read, filled = false }: { read: (file: Blob) => void; filled?: boolean }) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = ([file]: readonly File[]) => file !== undefined && read(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <>
      <Button
        type={filled ? "primary" : "default"}
        icon={<Upload size={16} aria-hidden />}
        className={styles.drop}
        data-over={over || undefined}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {t("verify.choose")}
      </Button>
      <p className={styles.aside}>{t("verify.drop")}</p>
      <FileInput
        ref={chooser}
        label={t("verify.choose")}
        accept=".json,.pdf,application/json,application/pdf"
        hidden
        take={take}
      />
    </>
  );
}
