import { lazy, type ReactElement, type ReactNode, type RefObject } from "react";
import { OpenedLater, type TriggerProps } from "./OpenedLater.tsx";
import type { Placement } from "./placement.ts";

/** A button and what opens beside it. */
export interface PopoverProps {
  /** Without `open` it minds by itself whether it is open. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly title?: string;
  /** Its name where it has no title. */
  readonly label?: string;
  readonly placement?: Placement;
  /** What it stands below: the button, unless given. */
  readonly anchor?: RefObject<HTMLElement | null>;
  readonly content: ReactNode;
  /** Who has the focus first: the window itself, unless given. */
  readonly initialFocus?: RefObject<HTMLElement | null> | boolean;
  /** Who has it afterwards: the button, unless given. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
  /** The button. */
  readonly children: ReactElement<TriggerProps>;
}

const load = () => import("./opened/PopoverWindow.tsx");
const PopoverWindow = lazy(async () => ({ default: (await load()).PopoverWindow }));

/** A small window beside its button. Tab goes through it and on behind the button; Escape closes only it. */
export function Popover(given: PopoverProps) {
  const { open = false, onOpenChange, children } = given;
  return (
    <OpenedLater
      kind="dialog"
      load={load}
      trigger={children}
      open={open}
      {...(onOpenChange === undefined ? {} : { onOpen: () => onOpenChange(true) })}
    >
      <PopoverWindow {...given} />
    </OpenedLater>
  );
}
