import { Confirm } from "../../ui/controls/windows/Confirm.tsx";
import { useText } from "../i18n.tsx";

/** Asks whether what is not saved may be thrown away. */
export function UnsavedQuestion({ discard, close }: { discard: () => void; close: () => void }) {
  const t = useText();
  return (
    <Confirm
      title={t("form.unsaved")}
      hint={t("form.unsavedHint")}
      yes={t("form.discard")}
      no={t("form.stay")}
      danger
      run={discard}
      close={close}
    />
  );
}
