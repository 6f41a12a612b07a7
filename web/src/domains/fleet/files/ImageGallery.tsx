import type { ProjectFile } from "@heliograph/contract/fleet/files";
import { Image, ImageOff, Trash2 } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useInView } from "../../../ui/feedback/use-in-view.ts";
import type { FileActions } from "./file-actions.tsx";
import { BlobImage } from "./BlobImage.tsx";
import { isThumbnail, useImage } from "./use-image.ts";
import styles from "./ImageGallery.module.css";
import plain from "../../../ui/controls/PlainButton.module.css";

const ImageViewer = lazy(async () => ({ default: (await import("./ImageViewer.tsx")).ImageViewer }));

/** The images as a table of pictures (M70); one opens the viewer (M78). */
export function ImageGallery({ images, actions }: { images: readonly ProjectFile[]; actions: FileActions }) {
  const [open, setOpen] = useState(false);
  /** Stays while the viewer closes. */
  const [shown, setShown] = useState<string | null>(null);
  const at = images.findIndex(({ file_uid }) => file_uid === shown);
  const show = ({ file_uid }: ProjectFile) => {
    setShown(file_uid);
    setOpen(true);
  };
  return (
    <>
      <ul className={styles.gallery}>
        {images.map((image) => (
          <li key={image.file_uid}>
            <Thumbnail image={image} actions={actions} show={() => show(image)} />
          </li>
        ))}
      </ul>
      <OnceOpened open={open}>
        <ImageViewer
          open={open}
          images={images}
          at={at}
          goTo={(next) => setShown(images[next]?.file_uid ?? null)}
          close={() => setOpen(false)}
          save={actions.save}
        />
      </OnceOpened>
    </>
  );
}

function Thumbnail({ image, actions, show }: { image: ProjectFile; actions: FileActions; show: () => void }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const small = isThumbnail(image);
  const { data: content, isError: failed } = useImage(image.file_uid, useInView(frame) && small);
  return (
    <figure>
      <div ref={frame} className={styles.frame}>
        <button type="button" onClick={show} aria-label={`${t("files.show")}: ${image.name}`}>
          {failed && <ImageOff size={28} aria-hidden />}
          {!small && content === undefined && <Image size={28} aria-hidden />}
          {small && !failed && content === undefined && <Skeleton width="100%" height={150} />}
          {content !== undefined && <BlobImage content={content} alt="" />}
        </button>
        {actions.remove !== undefined && (
          <button
            type="button"
            className={`${plain.icon} ${styles.remove}`}
            aria-label={`${t("files.remove")}: ${image.name}`}
            title={t("files.remove")}
            onClick={() => actions.remove?.(image)}
          >
            <Trash2 size={16} aria-hidden />
          </button>
        )}
      </div>
      <figcaption title={image.name}>{image.name}</figcaption>
    </figure>
  );
}
