import { RefreshCw } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import type { ListData } from "./list-data.ts";

/** The button that asks for the list and its totals again. */
export function TryAgain({ refresh, primary = false }: Pick<ListData, "refresh"> & { primary?: boolean }) {
  const t = useText();
  return (
    <Button
      type={primary ? "primary" : "default"}
      icon={<RefreshCw size={16} aria-hidden />}
      onClick={() => void refresh()}
    >
      {t("Try again")}
    </Button>
  );
}
