import { Drawer } from "antd";
import type { ReactNode } from "react";

/** A sheet from below, for what a phone has no room for. */
export function SeriesDrawer(given: {
  title: string;
  open: boolean;
  close: () => void;
  children: ReactNode;
}) {
  const { title, open, close, children } = given;
  return (
    <Drawer placement="bottom" title={title} open={open} onClose={close}>
      {children}
    </Drawer>
  );
}
