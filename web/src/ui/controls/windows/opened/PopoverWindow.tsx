import { Popover as Base } from "@base-ui/react/popover";
import { classNames } from "../../class-names.ts";
import styles from "../Overlay.module.css";
import { ALIGN } from "../placement.ts";
import type { PopoverProps } from "./props.ts";

/** The window beside its button, open at first where nobody else minds that. Tab goes through it and on behind the button; Escape closes only it. */
export function PopoverWindow(given: PopoverProps) {
  const { open, onOpenChange, title, label, placement = "bottomRight", content, children } = given;
  const { anchor, initialFocus, finalFocus } = given;
  return (
    <Base.Root
      modal={false}
      {...(open === undefined ? { defaultOpen: true } : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner
          className={styles["layer"]}
          sideOffset={4}
          align={ALIGN[placement]}
          collisionPadding={8}
          {...(anchor === undefined ? {} : { anchor })}
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
