import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { BlobImage } from "./BlobImage.tsx";
import { type ImageFile, useImage } from "./use-image.ts";
import styles from "./ImageViewer.module.css";

/** One image at its best size (M78): the arrow keys go on and back, Esc closes. */
export function ImageViewer(given: {
  open: boolean;
  images: readonly ImageFile[];
  at: number;
  goTo: (at: number) => void;
  close: () => void;
  save: (file: ImageFile) => void;
}) {
  const { open, images, at, goTo, close, save } = given;
  const t = useText();
  const image = images[at];
  const step = (by: number) => goTo((at + by + images.length) % images.length);
  useArrowKeys(open, step);
  if (image === undefined) return null;
  return (
    <Dialog open={open} onClose={close} width={1180} title={image.name}>
      <Picture key={image.file_uid} image={image} />
      <div className={styles.tools}>
        <Button
          icon={<ChevronLeft size={20} aria-hidden />}
          aria-label={t("files.previous")}
          onClick={() => step(-1)}
        />
        <span role="status">{t("files.position", { a: at + 1, n: images.length })}</span>
        <Button
          icon={<ChevronRight size={20} aria-hidden />}
          aria-label={t("files.next")}
          onClick={() => step(1)}
        />
        <Button
          icon={<Download size={18} aria-hidden />}
          aria-label={t("files.download")}
          onClick={() => save(image)}
        />
      </div>
    </Dialog>
  );
}

/** Calls `step` with 1 and -1 for the arrow keys while `active`, wherever the focus stands in the dialog. */
function useArrowKeys(active: boolean, step: (by: 1 | -1) => void): void {
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "ArrowRight") latest.current(1);
      else if (event.key === "ArrowLeft") latest.current(-1);
      else return;
      event.preventDefault();
    };
    // On its way down: a dialog keeps arrow keys to itself.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [active]);
}

function Picture({ image }: { image: ImageFile }) {
  const t = useText();
  const { data: content, isError: failed } = useImage(image.file_uid, true);
  if (failed) return <PanelNote text={t("Data is not available")} />;
  return (
    <div className={styles.frame}>
      {content === undefined ? (
        <Skeleton width="100%" height={420} />
      ) : (
        <BlobImage content={content} alt={image.name} />
      )}
    </div>
  );
}
