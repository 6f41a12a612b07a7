import { Leaf } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { useWords } from "../../../platform/words.ts";

import styles from "./EsgButton.module.css";

const EsgModal = lazy(async () => ({ default: (await import("./EsgModal.tsx")).EsgModal }));

/** The button beside a CO2 figure that shows what it equals. `uid` null: of all projects. */
export function EsgButton({ uid, small = false }: { uid: string | null; small?: boolean }) {
  const { text } = useWords();
  const [open, setOpen] = useState<boolean | null>(null);
  const name = text("esg.open");
  const opener = {
    "aria-label": name,
    title: name,
    "aria-haspopup": "dialog",
    onClick: () => setOpen(true),
  } as const;
  return (
    <>
      {small ? (
        <button type="button" className={styles.leaf} {...opener}>
          <Leaf size={14} aria-hidden />
        </button>
      ) : (
        <Button icon={<Leaf size={16} aria-hidden />} {...opener} />
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <EsgModal uid={uid} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
