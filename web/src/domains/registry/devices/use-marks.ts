import type { DeviceMark, ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import { useState } from "react";

/** What an issuer has marked and why, while the decision is not made. */
export interface Marks {
  readonly all: readonly DeviceMark[];
  readonly reasonOf: (item: ReviewItem) => string | undefined;
  readonly toggle: (item: ReviewItem) => void;
  readonly explain: (item: ReviewItem, reason: string) => void;
}

/** Marks that are kept until the page is left. */
export function useMarks(): Marks {
  const [all, setAll] = useState<readonly DeviceMark[]>([]);
  return {
    all,
    reasonOf: (item) => all.find((mark) => mark.item === item)?.reason,
    toggle: (item) =>
      setAll((now) =>
        now.some((mark) => mark.item === item)
          ? now.filter((mark) => mark.item !== item)
          : [...now, { item, reason: "" }],
      ),
    explain: (item, reason) =>
      setAll((now) => now.map((mark) => (mark.item === item ? { item, reason } : mark))),
  };
}
