import { useProductName } from "../../platform/product-name.ts";
import { Drawer } from "../../ui/controls/windows/Drawer.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { DrawerMenu, type MenuProps } from "./menus.tsx";

/** The menus by their full names, over the page. */
export function NavDrawer({ open, close, ...menu }: MenuProps & { open: boolean; close: () => void }) {
  const product = useProductName();
  return (
    <Drawer open={open} onClose={close} side="left" width={288} title={<Logo name={product} />}>
      <DrawerMenu {...menu} close={close} />
    </Drawer>
  );
}
