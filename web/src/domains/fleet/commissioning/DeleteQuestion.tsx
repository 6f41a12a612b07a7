import { REMOVED_KEPT_DAYS } from "@heliograph/contract/fleet/commissioning";
import { useRef, useState, type SyntheticEvent } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { SettingsFoot } from "../projects/SettingsLayout.tsx";

/** Asks for the name of the project before it is deleted. */
export function DeleteQuestion(given: {
  name: string;
  run: () => Promise<void>;
  busy: boolean;
  close: () => void;
}) {
  const { name, run, busy, close } = given;
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const same = typed.trim().normalize("NFC") === name.trim().normalize("NFC");
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React hands events on through portals.
    event.stopPropagation();
    if (same && !busy) void run();
  };
  return (
    <Dialog
      title={t("setUp.deleteTitle", { name })}
      description={t("setUp.deleteWhat", { n: REMOVED_KEPT_DAYS })}
      onClose={close}
      holdsInput
      width={480}
      initialFocus={field}
    >
      <form onSubmit={submit} noValidate>
        <TextField ref={field} label={t("setUp.deleteType", { name })} value={typed} onChange={setTyped} />
        <SettingsFoot>
          <Button disabled={busy} onClick={close}>
            {t("Cancel")}
          </Button>
          <Button type="danger" submits loading={busy} disabled={!same}>
            {t("setUp.delete")}
          </Button>
        </SettingsFoot>
      </form>
    </Dialog>
  );
}
