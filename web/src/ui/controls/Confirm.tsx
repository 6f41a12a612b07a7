import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "./Button.tsx";
import { useModal } from "./use-modal.ts";

/** A question over the page before something is done. It goes with No and Escape, and when what `run` began is over. */
export function Confirm(given: {
  title: string;
  hint: string;
  yes: string;
  no: string;
  /** True where something is lost by Yes. */
  danger?: boolean;
  /** Says itself what came of it. */
  run: () => Promise<unknown>;
  close: () => void;
}) {
  const { title, hint, yes, no, danger = false, run, close } = given;
  const dialog = useModal();
  const id = useId();
  const [running, setRunning] = useState(false);
  const press = async () => {
    setRunning(true);
    await run();
    close();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="dialog confirm"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      onClose={close}
    >
      <div className="dialog-in">
        <CircleAlert size={22} aria-hidden />
        <h2 id={id}>{title}</h2>
        <p id={`${id}-hint`}>{hint}</p>
        <footer>
          <Button disabled={running} onClick={close}>
            {no}
          </Button>
          <Button
            type="primary"
            className={danger ? "danger" : ""}
            loading={running}
            onClick={() => void press()}
          >
            {yes}
          </Button>
        </footer>
      </div>
    </dialog>
  );
}
