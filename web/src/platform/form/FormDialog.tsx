import { useId, type ReactNode, type RefObject, type SyntheticEvent } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/windows/Dialog.tsx";
import { useText } from "../i18n.tsx";

/** A window with one form, cancelled or sent by the buttons below it; while it is on its way it stays. */
export function FormDialog(given: {
  title: string;
  /** What the button that sends says. */
  save: string;
  form: { readonly submit: (event: SyntheticEvent<HTMLFormElement>) => void; readonly busy: boolean };
  /** The field that has the focus at first. */
  first: RefObject<HTMLInputElement | null>;
  className: string | undefined;
  close: () => void;
  children: ReactNode;
}) {
  const { title, save, form, first, className, close, children } = given;
  const t = useText();
  const id = useId();
  return (
    <Dialog
      onClose={() => !form.busy && close()}
      title={title}
      width={420}
      holdsInput
      initialFocus={first}
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
      <form id={id} className={className} onSubmit={form.submit} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
