import { Modal } from "antd";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { BlobImage } from "./BlobImage.tsx";
import { type ImageFile, useImage } from "./use-image.ts";
import styles from "./ImageViewer.module.css";

/** One image at its best size (M78): the arrow keys go on and back, Esc closes. `at` is -1 while it is closed. */
export function ImageViewer(given: {
  images: readonly ImageFile[];
  at: number;
  goTo: (at: number) => void;
  close: () => void;
  save: (file: ImageFile) => void;
}) {
  const { images, at, goTo, close, save } = given;
  const t = useText();
  const image = images[at];
  const step = (by: number) => goTo((at + by + images.length) % images.length);
  useArrowKeys(image !== undefined, step);
  return (
    <Modal
      open={image !== undefined}
      onCancel={close}
      footer={null}
      width="min(1180px, calc(100vw - 32px))"
      centered
      title={image?.name}
      className="viewer"
      destroyOnHidden
    >
      {image !== undefined && (
        <>
          <Picture key={image.file_uid} image={image} />
          <div className={styles.tools}>
            <button
              type="button"
              className="iconbtn"
              onClick={() => step(-1)}
              aria-label={t("files.previous")}
            >
              <ChevronLeft size={20} aria-hidden />
            </button>
            <span className="num" role="status">
              {t("files.position", { a: at + 1, n: images.length })}
            </span>
            <button type="button" className="iconbtn" onClick={() => step(1)} aria-label={t("files.next")}>
              <ChevronRight size={20} aria-hidden />
            </button>
            <button
              type="button"
              className="iconbtn"
              onClick={() => save(image)}
              aria-label={t("files.download")}
            >
              <Download size={18} aria-hidden />
            </button>
          </div>
        </>
      )}
    </Modal>
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
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
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
