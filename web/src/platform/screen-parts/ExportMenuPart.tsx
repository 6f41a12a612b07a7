import { Download } from "lucide-react";
import { Suspense, use } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { useWords } from "../words.ts";
import { ScreenPartsContext, type ExportMenuProps } from "./screen-parts.ts";

/** The menu 'Export'; its button stands there while its code is on the way. */
export function ExportMenuPart(given: ExportMenuProps) {
  const { text } = useWords();
  const parts = use(ScreenPartsContext);
  if (parts === null) return null;
  return (
    <Suspense
      fallback={
        <Button icon={<Download size={16} aria-hidden />} disabled>
          {text("export.menu")}
        </Button>
      }
    >
      <parts.ExportMenu {...given} />
    </Suspense>
  );
}
