import { useProductName } from "../../platform/product-name.ts";
import { Drawer } from "../../ui/controls/windows/Drawer.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { Preferences } from "../shell/menus.tsx";
import { HelpLinks } from "./help.tsx";
import type { RecSection } from "./menu.ts";
import { RecMenu, type Counters } from "./SideMenu.tsx";
import styles from "./RecDrawer.module.css";

/** The menu over the page, where there is no room beside it, with what the header has no room for. */
export function RecDrawer(given: {
  sections: readonly RecSection[];
  counters: Counters;
  open: boolean;
  close: () => void;
}) {
  const { sections, counters, open, close } = given;
  const product = useProductName();
  return (
    <Drawer open={open} onClose={close} side="left" width={288} title={<Logo name={product} />}>
      <div className={styles.drawer}>
        <RecMenu sections={sections} counters={counters} onChoose={close} />
        <HelpLinks named onChoose={close} />
        <Preferences />
      </div>
    </Drawer>
  );
}
