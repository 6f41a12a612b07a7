import { X } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useModal } from "./use-modal.ts";

/**
 * A window over the page, shown while it is rendered; Escape, the button and a press beside it call `close`. The focus
 * goes back to where it was.
 */
export function Dialog(given: {
  title: ReactNode;
  closeLabel: string;
  width: number;
  className?: string;
  close: () => void;
  children: ReactNode;
}) {
  const { title, closeLabel, width, className = "", close, children } = given;
  const dialog = useModal();
  const id = useId();
  return (
    // Presses on the backdrop arrive at the dialog itself; Escape does the same for keyboards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={id}
      style={{ width }}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="dialog-in">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="iconbtn bare" aria-label={closeLabel} onClick={close}>
            <X size={18} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
