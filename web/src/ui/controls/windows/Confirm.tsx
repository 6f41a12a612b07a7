import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { CircleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../Button.tsx";
import { classNames } from "../class-names.ts";
import styles from "./Confirm.module.css";
import dialog from "./Dialog.module.css";

interface ConfirmProps {
  /** Left out where it is rendered only while it is open. */
  readonly open?: boolean;
  readonly title: string;
  readonly hint: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** True where something is lost by Yes. */
  readonly danger?: boolean;
  /** Says itself what came of it. */
  readonly run: () => unknown;
  readonly close: () => void;
}

/**
 * A question over the page before something is done. It goes with No and Escape, and when what `run` began is over; a
 * press beside it does nothing. The focus begins at No.
 */
export function Confirm(given: ConfirmProps) {
  const { open = true, title, hint, yes, no, danger = false, run, close } = given;
  const [running, setRunning] = useState(false);
  const press = async () => {
    setRunning(true);
    try {
      await run();
    } finally {
      setRunning(false);
      close();
    }
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !running && close()}>
      <Base.Portal>
        <Base.Backdrop className={dialog["backdrop"]} forceRender />
        <Base.Popup className={classNames(dialog["dialog"], styles["confirm"])}>
          <CircleAlert size={22} aria-hidden />
          <Base.Title className={dialog["title"]}>{title}</Base.Title>
          <Base.Description className={styles["hint"]}>{hint}</Base.Description>
          <footer className={styles["foot"]}>
            <Base.Close render={<Button disabled={running}>{no}</Button>} />
            <Button type={danger ? "danger" : "primary"} loading={running} onClick={() => void press()}>
              {yes}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
