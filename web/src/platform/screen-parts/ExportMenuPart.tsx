import { Download } from "lucide-react";
import { use } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { OpenedLater } from "../../ui/controls/windows/OpenedLater.tsx";
import { useWords } from "../words.ts";
import { ScreenPartsContext, type ExportMenuProps } from "./screen-parts.ts";

/** The menu 'Export'; its code comes when a pointer or the focus is near its button. */
export function ExportMenuPart(given: ExportMenuProps) {
  const { text } = useWords();
  const parts = use(ScreenPartsContext);
  if (parts === null) return null;
  const { Part, load } = parts.exportMenu;
  const trigger = (
    <Button icon={<Download size={16} aria-hidden />} disabled={given.disabled ?? false}>
      {text("export.menu")}
    </Button>
  );
  return (
    <OpenedLater kind="menu" load={load} trigger={trigger}>
      <Part {...given} />
    </OpenedLater>
  );
}
