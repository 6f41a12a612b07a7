import { useText } from "../../../platform/i18n.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";

/** M80: it is there by its name, and says that it is not built. */
export function ReferenceTab() {
  const t = useText();
  return <Blank title={t("Updating")} />;
}
