import { Leaf } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { inAntd } from "../../../platform/antd.tsx";
import { useWords } from "../../../platform/words.ts";

const EsgModal = lazy(inAntd(async () => (await import("./EsgModal.tsx")).EsgModal));

/** The button beside a CO2 figure that shows what it equals. `uid` null: of all projects. */
export function EsgButton({ uid, small = false }: { uid: string | null; small?: boolean }) {
  const { text } = useWords();
  const [open, setOpen] = useState<boolean | null>(null);
  const name = text("esg.open");
  return (
    <>
      <button
        type="button"
        className={small ? "leaf-small" : "chart-tool"}
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Leaf size={small ? 14 : 16} aria-hidden />
      </button>
      {open !== null && (
        <Suspense fallback={null}>
          <EsgModal uid={uid} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
