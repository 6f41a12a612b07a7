import {
  acknowledgeEvents,
  listEvents,
  removeEvents,
  type ProjectEvent,
} from "@heliograph/contract/notices/events";
import { CheckCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";

/** What may be done to the events that are chosen: acknowledged, and those of people taken away. */
export function ChosenEvents({
  uid,
  events,
  done,
}: {
  uid: string;
  events: readonly ProjectEvent[];
  done: () => void;
}) {
  const { text } = useWords();
  const serverText = useServerText();
  const [asking, setAsking] = useState(false);
  const acknowledging = useCall(acknowledgeEvents, [listEvents]);
  const removing = useCall(removeEvents, [listEvents]);
  if (events.length === 0) return null;
  const ids = events.map(({ event_id }) => event_id);
  const told = async (sent: Promise<{ message: string }>) => {
    try {
      say.success(serverText((await sent).message));
      done();
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <>
      <Button
        icon={<CheckCheck size={16} aria-hidden />}
        loading={acknowledging.isPending}
        onClick={() =>
          void told(acknowledging.mutateAsync({ body: { project_uid: uid, list_event_id: ids } }))
        }
      >
        {text("events.acknowledge")}
      </Button>
      {events.every(({ category }) => category !== "gateway") && (
        <Button type="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {text("events.delete")}
        </Button>
      )}
      {asking && (
        <Confirm
          title={text("Are you sure?")}
          hint={text("events.deleteHint", { n: events.length })}
          yes={text("Yes")}
          no={text("No")}
          danger
          run={() =>
            told(removing.mutateAsync({ query: { project_uid: uid, list_event_id: ids.join(",") } }))
          }
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}
