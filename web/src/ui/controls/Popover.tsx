import {
  cloneElement,
  useId,
  useRef,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from "react";
import { Floating } from "./Floating.tsx";
import type { Placement } from "./floating-place.ts";

type Trigger = ReactElement<HTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>;

/** A small window beside the button that opens it. */
export function Popover(given: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title?: string;
  /** Its name where it has no title. */
  label?: string;
  placement?: Placement;
  content: ReactNode;
  /** The button. */
  children: Trigger;
}) {
  const { open, onOpenChange, title, label, placement = "bottomRight", content, children } = given;
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      {cloneElement(children, {
        ref: anchor,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        onClick: () => onOpenChange(!open),
      })}
      {open && (
        <Floating
          anchor={anchor}
          placement={placement}
          close={() => onOpenChange(false)}
          focus={(panel) => panel.focus({ preventScroll: true })}
          role="dialog"
          className="popover"
          aria-label={label}
          aria-labelledby={title === undefined ? undefined : id}
        >
          {title !== undefined && (
            <p id={id} className="popover-title">
              {title}
            </p>
          )}
          {content}
        </Floating>
      )}
    </>
  );
}
