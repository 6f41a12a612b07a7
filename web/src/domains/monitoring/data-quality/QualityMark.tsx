import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { Link } from "react-router";
import { useWords } from "../words.ts";
import { marksQuery } from "./quality-marks.ts";
import { qualityAddress } from "./quality-view.ts";
import styles from "./QualityMark.module.css";

/**
 * A quiet link beside a figure whose data had something noted about them in the range: it leads to where that stands, at the
 * newest day. Of a device (`device`) only what was noted about it. Nothing where nothing was, or while that is not known.
 */
export function QualityMark(given: {
  uid: string;
  range: { readonly from: string; readonly to: string };
  device?: string;
}) {
  const { uid, range, device } = given;
  const { text, format } = useWords();
  const { data } = useQuery(marksQuery(uid, range));
  const [newest] = (data ?? [])
    .filter((mark) => device === undefined || mark.device_uid === device)
    .toSorted((a, b) => b.day.localeCompare(a.day));
  if (newest === undefined) return null;
  const name = text("quality.mark", { day: format.day(newest.day) });
  return (
    <Link
      to={qualityAddress(uid, { device: newest.device_uid, day: newest.day })}
      className={styles.mark}
      aria-label={name}
      title={name}
      data-quality-mark=""
    >
      <ClipboardCheck size={13} aria-hidden />
    </Link>
  );
}
