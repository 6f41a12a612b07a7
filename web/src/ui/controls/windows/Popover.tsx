import { lazy } from "react";
import { OpenedLater } from "./OpenedLater.tsx";
import type { PopoverProps } from "./opened/props.ts";

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
