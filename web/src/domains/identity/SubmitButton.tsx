import { LoaderCircle } from "lucide-react";
import spinner from "../../ui/feedback/Spinning.module.css";
import styles from "./SubmitButton.module.css";

/** The button that sends a public form; it turns a wheel while the form is on its way. */
export function SubmitButton({ busy, label }: { busy: boolean; label: string }) {
  return (
    <button type="submit" className={styles.submit} aria-disabled={busy}>
      {busy && <LoaderCircle size={18} className={spinner.spinning} aria-hidden />}
      {label}
    </button>
  );
}
