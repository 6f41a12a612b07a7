import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import styles from "./Tooltip.module.css";

/**
 * A short text beside what is pointed at or has the focus. Fingers never see it, screen readers never hear it: what it
 * says must also stand in the name of the child, or beside it.
 */
export function Tooltip(given: {
  label: ReactNode;
  children: ReactElement;
  open?: boolean | undefined;
  onOpenChange?: (open: boolean) => void;
}) {
  const { label, children, open, onOpenChange } = given;
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      {/* closeOnClick: else a tap that opens it would close it again. */}
      <Base.Trigger render={children} delay={300} closeOnClick={false} />
      <Base.Portal>
        <Base.Positioner className={styles["layer"]} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles["tip"]}>{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
