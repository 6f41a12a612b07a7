import { useId, useRef, type ReactNode, type SyntheticEvent } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/windows/Dialog.tsx";
import { useText } from "../i18n.tsx";

/** What can be filled in: inputs, texts of several lines, and the boxes of lists. */
const FIELD = "input:enabled, textarea:enabled, [role=combobox]:enabled";

/** A window with one form, cancelled or sent by the buttons below it; while it is on its way it stays. Its first field has the focus. */
export function FormDialog(given: {
  title: string;
  /** What the button that sends says. */
  save: string;
  form: { readonly submit: (event: SyntheticEvent<HTMLFormElement>) => void; readonly busy: boolean };
  className: string | undefined;
  close: () => void;
  children: ReactNode;
}) {
  const { title, save, form, className, close, children } = given;
  const t = useText();
  const id = useId();
  const fields = useRef<HTMLFormElement>(null);
  return (
    <Dialog
      onClose={() => !form.busy && close()}
      title={title}
      width={420}
      holdsInput
      initialFocus={() => fields.current?.querySelector<HTMLElement>(FIELD) ?? null}
      footer={
        <>
          <Button disabled={form.busy} onClick={close}>
            {t("Cancel")}
          </Button>
          <Button type="primary" submits form={id} loading={form.busy}>
            {save}
          </Button>
        </>
      }
    >
      <form id={id} ref={fields} className={className} onSubmit={form.submit} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
