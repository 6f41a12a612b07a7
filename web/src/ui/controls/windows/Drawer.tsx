import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import { useRef } from "react";
import { useKitWords } from "../../kit-words.ts";
import { Button } from "../Button.tsx";
import { classNames } from "../class-names.ts";
import type { WindowProps } from "./Dialog.tsx";
import dialog from "./Dialog.module.css";
import styles from "./Drawer.module.css";

type Side = "left" | "right" | "bottom";
/** A swipe towards the edge that it came from closes it. */
const SWIPE = { left: "left", right: "right", bottom: "down" } as const;

/**
 * A sheet from an edge of the page, for what belongs to it. Escape, its cross, a press beside it and a swipe call
 * `onClose`. What scrolls sideways in it needs data-base-ui-swipe-ignore.
 */
export function Drawer(given: WindowProps & { width?: number; side?: Side; bodyClassName?: string }) {
  const { open = true, onClose, title, extra, description, footer, children } = given;
  const { holdsInput = false, width = 480, side = "right", bodyClassName, finalFocus } = given;
  const { word } = useKitWords();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      swipeDirection={SWIPE[side]}
      disablePointerDismissal={holdsInput}
    >
      <Base.Portal>
        <Base.Backdrop className={dialog["backdrop"]} forceRender />
        <Base.Viewport className={styles["viewport"]}>
          <Base.Popup
            ref={popup}
            className={classNames(styles["drawer"], styles[side])}
            style={side === "bottom" ? {} : { maxWidth: width }}
            initialFocus={given.initialFocus ?? popup}
            {...(finalFocus === undefined ? {} : { finalFocus })}
          >
            {/* Content: in it a mouse selects text instead of swiping. */}
            <Base.Content className={styles["content"]}>
              <header className={classNames(dialog["head"], styles["head"])}>
                <Base.Title className={dialog["title"]}>{title}</Base.Title>
                {extra}
                <Base.Close
                  render={
                    <Button type="bare" icon={<X size={18} aria-hidden />} aria-label={word("close")} />
                  }
                />
              </header>
              {description !== undefined && (
                <Base.Description className={dialog["description"]}>{description}</Base.Description>
              )}
              <div className={classNames(styles["body"], bodyClassName)}>{children}</div>
              {footer !== undefined && <footer className={dialog["foot"]}>{footer}</footer>}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
