import { STATUS_ICONS, StatusTag } from "../../ui/feedback/StatusTag.tsx";
import { PanelNote, Skeleton } from "../../ui/feedback/states.tsx";
import styles from "./Gallery.module.css";
import { GalleryPart } from "./GalleryPart.tsx";

// The keys are the statuses.
const STATUSES = Object.keys(STATUS_ICONS) as (keyof typeof STATUS_ICONS)[];

/** Statuses, what stands for content that comes, and what is said where there is none. */
export function States() {
  return (
    <GalleryPart title="States">
      <div className={styles.row}>
        {STATUSES.map((status) => (
          <StatusTag key={status} status={status} label={status} />
        ))}
      </div>
      <div className={styles.row}>
        <Skeleton width={200} height={20} />
        <Skeleton width={40} height={40} round />
      </div>
      <PanelNote text="Data is not available" retry={{ label: "Try again", run: () => {} }} />
    </GalleryPart>
  );
}
