import { Image, ImageOff } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useInView } from "../../../ui/feedback/use-in-view.ts";
import { BlobImage } from "./BlobImage.tsx";
import { useSaveFile } from "./save-file.ts";
import { type ImageFile, isThumbnail, useImage } from "./use-image.ts";
import styles from "./ProjectPhoto.module.css";

const ImageViewer = lazy(async () => ({ default: (await import("./ImageViewer.tsx")).ImageViewer }));

/** The newest of the project's images; a press opens the viewer on all of them (M78). */
export function ProjectPhoto({ images }: { images: readonly [ImageFile, ...ImageFile[]] }) {
  const t = useText();
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const { save } = useSaveFile();
  const [first] = images;
  const small = isThumbnail(first);
  const { data: content, isError: failed } = useImage(first.file_uid, useInView(frame) && small);
  const show = (image: number) => {
    setAt(image);
    setOpen(true);
  };
  return (
    <div ref={frame} className={styles.photo}>
      <button type="button" onClick={() => show(0)} aria-label={`${t("files.show")}: ${first.name}`}>
        {failed && <ImageOff size={28} aria-hidden />}
        {!small && <Image size={28} aria-hidden />}
        {small && !failed && content === undefined && <Skeleton width="100%" height={160} />}
        {content !== undefined && <BlobImage content={content} alt="" />}
      </button>
      <p>{t("facts.photos", { n: images.length })}</p>
      <OnceOpened open={open}>
        <ImageViewer {...{ open, images, at, save }} goTo={setAt} close={() => setOpen(false)} />
      </OnceOpened>
    </div>
  );
}
