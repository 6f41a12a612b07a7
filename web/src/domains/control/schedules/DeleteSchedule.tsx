import { deleteSchedule, type Schedule } from "@heliograph/contract/control/schedules/schedules";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { OF_SCHEDULES } from "./schedule-calls.ts";
import { devicesText, valueText } from "./schedule-view.ts";

/** Asks how a schedule is to be deleted: Stop ends what runs now, Default lets it end by itself (M95). */
export function DeleteSchedule({ schedule, close }: { schedule: Schedule; close: () => void }) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const [how, setHow] = useState<"default" | "stop">("default");
  const deletion = useCall(deleteSchedule, OF_SCHEDULES);
  const remove = async () => {
    const body = { schedule_id: schedule.schedule_id, ...(how === "stop" ? { option_overwrite: true } : {}) };
    try {
      const { message } = await deletion.mutateAsync({ body });
      say.success(serverText(message));
      close();
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Dialog
      title={text("schedules.deleteTitle", { n: schedule.id })}
      description={`${valueText(schedule, { format })} · ${devicesText(schedule, text)}`}
      width={480}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text("Cancel")}</Button>
          <Button type="danger" loading={deletion.isPending} onClick={() => void remove()}>
            {text("schedules.delete")}
          </Button>
        </>
      }
    >
      <Segmented
        label={text("schedules.deleteHow")}
        value={how}
        onChange={setHow}
        options={[
          { value: "default", label: text("schedules.default") },
          { value: "stop", label: text("schedules.stop") },
        ]}
      />
      <p>{text(how === "stop" ? "schedules.stopHint" : "schedules.defaultHint")}</p>
    </Dialog>
  );
}
