import { Download } from "lucide-react";
import { Suspense, use } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { useWords } from "../words.ts";
import { SlotsContext, type ExportMenuProps } from "./slots.ts";

/** The menu 'Export'; its button stands there while its code is on the way. */
export function ExportMenuSlot(given: ExportMenuProps) {
  const { text } = useWords();
  const slots = use(SlotsContext);
  if (slots === null) return null;
  return (
    <Suspense
      fallback={
        <Button icon={<Download size={16} aria-hidden />} disabled>
          {text("export.menu")}
        </Button>
      }
    >
      <slots.ExportMenu {...given} />
    </Suspense>
  );
}
