import {
  cloneElement,
  startTransition,
  Suspense,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import type { TriggerProps } from "./opened/props.ts";
import { isForList, type WaitingKey } from "../waiting-keys.ts";

interface OpenedLaterProps {
  /** What opens. A listbox takes the place of its box as soon as the keyboard is at it: letters choose in it unopened. */
  readonly kind: "menu" | "dialog" | "listbox";
  /** Fetches the code of what opens. */
  readonly load: () => Promise<unknown>;
  /** The button as it looks before it was ever pressed. */
  readonly trigger: ReactElement<TriggerProps>;
  /** True: somebody else has it open. */
  readonly open?: boolean;
  readonly onOpen?: () => void;
  /** The button with what opens beside it; of a listbox it is told what keys were pressed while its code was on the way. */
  readonly children: ReactNode | ((keys: readonly WaitingKey[]) => ReactNode);
}

/**
 * A button whose window is code of its own, which is fetched when a pointer or the focus comes near, and takes the button's
 * place when it is pressed: a page on a slow network stands before anybody opens something on it.
 */
export function OpenedLater(given: OpenedLaterProps) {
  const { kind, load, trigger, open = false, onOpen, children } = given;
  const [stage, setStage] = useState<"plain" | "near" | "pressed">(open ? "pressed" : "plain");
  const [keys, setKeys] = useState<readonly WaitingKey[]>([]);
  /** A pointer is down on the button: its focus is not the keyboard's, and its click is yet to come. */
  const [isPointed, setIsPointed] = useState(false);
  if (open && stage === "plain") setStage("pressed");
  // As a transition the plain button stands until the code is here.
  const go = (next: "near" | "pressed") => startTransition(() => setStage(next));
  // It is fetched again when it is pressed.
  const fetchCode = () => {
    trigger.props.onPointerEnter?.();
    load().catch(() => null);
  };
  const keep = (key: WaitingKey) => {
    setKeys((before) => [...before, key]);
    go("near");
  };
  const press = () => {
    setIsPointed(false);
    if (kind === "listbox") return keep("press");
    go("pressed");
    return onOpen?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (kind === "listbox") {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (isChord || !isForList(event.key, keys.length > 0)) return;
      // Else Enter and Space would press the box besides.
      event.preventDefault();
      keep(event.key);
      return;
    }
    if (kind === "dialog" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    press();
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    fetchCode();
    if (kind === "listbox" && !isPointed && currentTarget.matches(":focus-visible")) go("near");
  };
  const plain = cloneElement(trigger, {
    "aria-haspopup": kind,
    "aria-expanded": false,
    onPointerEnter: fetchCode,
    onPointerDown: () => setIsPointed(true),
    onFocus,
    onClick: press,
    onKeyDown,
  });
  return (
    <Suspense fallback={plain}>
      {stage === "plain" ? plain : typeof children === "function" ? children(keys) : children}
    </Suspense>
  );
}
