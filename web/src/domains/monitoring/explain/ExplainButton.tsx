import { Calculator } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ExplainTarget } from "./explain-target.ts";
import { useWords } from "../words.ts";
import styles from "./ExplainButton.module.css";
import chart from "../../../ui/charts/charts.module.css";

const ExplainDrawer = lazy(async () => ({ default: (await import("./ExplainDrawer.tsx")).ExplainDrawer }));

/** The button beside a figure that tells how it was computed. */
export function ExplainButton({ small = false, ...target }: ExplainTarget & { small?: boolean }) {
  const { text } = useWords();
  const [open, setOpen] = useState<boolean | null>(null);
  const name = text("explain.of", { title: target.title });
  return (
    <>
      <button
        type="button"
        className={small ? styles.small : chart.tool}
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Calculator size={small ? 13 : 16} aria-hidden />
      </button>
      {open !== null && (
        <Suspense fallback={null}>
          <ExplainDrawer {...target} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
