import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef, type ReactNode, type RefObject } from "react";
import { useKitWords } from "../../kit-words.ts";
import { Button } from "../Button.tsx";
import { classNames } from "../class-names.ts";
import styles from "./Dialog.module.css";

/** Who has the focus, and what closes: the same for dialogs and drawers. */
export interface WindowProps {
  /** Left out where it is rendered only while it is open. */
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Beside the title. */
  readonly extra?: ReactNode;
  readonly description?: ReactNode;
  readonly footer?: ReactNode;
  /** True where something is typed in it: a press beside it must not throw that away. */
  readonly holdsInput?: boolean;
  /** Who has the focus first: the window itself, unless given. */
  readonly initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** Who has the focus afterwards, where the element that had it is gone. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

/**
 * A window over the page. Escape, its cross and a press beside it call `onClose`; the focus goes back to where it was. On a
 * phone it fills the screen.
 */
export function Dialog(given: WindowProps & { width?: number; className?: string }) {
  const { open = true, onClose, title, extra, description, footer, children } = given;
  const { holdsInput = false, width = 560, className, finalFocus } = given;
  const { word } = useKitWords();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={holdsInput}>
      <Base.Portal>
        {/* forceRender: else a dialog over a dialog has no backdrop of its own. */}
        <Base.Backdrop className={styles["backdrop"]} forceRender />
        <Base.Popup
          ref={popup}
          className={classNames(styles["dialog"], className)}
          style={{ maxWidth: width }}
          // Not the cross, which is the first that can have it.
          initialFocus={given.initialFocus ?? popup}
          {...(finalFocus === undefined ? {} : { finalFocus })}
        >
          <header className={styles["head"]}>
            <Base.Title className={styles["title"]}>{title}</Base.Title>
            {extra}
            <Base.Close
              render={<Button type="bare" icon={<X size={18} aria-hidden />} aria-label={word("close")} />}
            />
          </header>
          {description !== undefined && (
            <Base.Description className={styles["description"]}>{description}</Base.Description>
          )}
          <div className={styles["body"]}>{children}</div>
          {footer !== undefined && <footer className={styles["foot"]}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
