import { listWebhooks, removeWebhook, type Webhook } from "@heliograph/contract/notices/webhooks";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";

/** The question before a webhook is taken away. */
export function RemoveWebhook({
  webhook: { webhook_uid, name },
  close,
}: {
  webhook: Webhook;
  close: () => void;
}) {
  const { text } = useWords();
  const serverText = useServerText();
  const remove = useCall(removeWebhook, [listWebhooks]);
  const run = async () => {
    try {
      const { message } = await remove.mutateAsync({ query: { webhook_uid } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Confirm
      title={text("webhooks.removeTitle", { name })}
      hint={text("webhooks.removeHint")}
      yes={text("webhooks.remove")}
      no={text("Cancel")}
      danger
      run={run}
      close={close}
    />
  );
}
