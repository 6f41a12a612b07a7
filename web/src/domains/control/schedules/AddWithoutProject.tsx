import { Plus } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";

/** Adds a schedule, once a project is chosen: until then it says so (M192, M260). */
export function AddWithoutProject() {
  const t = useText();
  return (
    <Button icon={<Plus size={16} aria-hidden />} onClick={() => say.warning(t("Please select 1 project"))}>
      {t("schedules.add")}
    </Button>
  );
}
