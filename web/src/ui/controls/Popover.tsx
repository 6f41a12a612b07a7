import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";
import styles from "./Overlay.module.css";
import { ALIGN, type Placement } from "./placement.ts";

interface PopoverProps {
  /** Without `open` it minds by itself whether it is open. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly title?: string;
  /** Its name where it has no title. */
  readonly label?: string;
  readonly placement?: Placement;
  readonly content: ReactNode;
  /** Who has the focus first: the window itself, unless given. */
  readonly initialFocus?: RefObject<HTMLElement | null> | boolean;
  /** Who has it afterwards: the button, unless given. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
  /** The button. */
  readonly children: ReactElement;
}

/** A small window beside its button. Tab goes through it and on behind the button; Escape closes only it. */
export function Popover(given: PopoverProps) {
  const { open, onOpenChange, title, label, placement = "bottomRight", content, children } = given;
  const { initialFocus, finalFocus } = given;
  return (
    <Base.Root
      modal={false}
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner
          className={styles["layer"]}
          sideOffset={4}
          align={ALIGN[placement]}
          collisionPadding={8}
        >
          <Base.Popup
            className={classNames(styles["popup"], styles["roomy"])}
            {...(title === undefined && label !== undefined ? { "aria-label": label } : {})}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            {...(finalFocus === undefined ? {} : { finalFocus })}
          >
            {title !== undefined && <Base.Title className={styles["title"]}>{title}</Base.Title>}
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
