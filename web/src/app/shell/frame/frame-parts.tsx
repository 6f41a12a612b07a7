import { Menu } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import frame from "../Portal.module.css";
import tools from "../Tools.module.css";

/** The first stop of the Tab key: over the frame to the page. */
export function SkipLink() {
  const t = useText();
  return (
    <a className={frame.skip} href="#main">
      {t("shell.skip")}
    </a>
  );
}

/** The button that opens the menu where it has no room beside the page. */
export function OpenMenu({ isOpen, open }: { isOpen: boolean; open: () => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className={tools.tool}
      aria-label={t("shell.openMenu")}
      aria-expanded={isOpen}
      onClick={open}
    >
      <Menu size={20} aria-hidden />
    </button>
  );
}
