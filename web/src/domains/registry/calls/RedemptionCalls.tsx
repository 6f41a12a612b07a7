import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useActing } from "../../../platform/rec/acting.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";
import { callsOfQuery } from "./call-queries.ts";
import { useCallWords } from "./call-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";

/** On the page of a redemption: its calls to other registries, each with its state and number; nothing where it needs none. */
export function RedemptionCalls({
  given: { record_uid, timeline },
}: {
  given: { readonly record_uid: string; readonly timeline: readonly { readonly action: string }[] };
}) {
  const { text, state, format } = useCallWords();
  const account = useActing();
  const address = useServiceAddress();
  const isAbroad = timeline.some(({ action }) => action === "retire_elsewhere");
  const { data } = useQuery({ ...callsOfQuery(account, record_uid), enabled: isAbroad });
  if (!isAbroad || data === undefined) return null;
  return (
    <Panel title={text("calls.title")}>
      <ul className={shared.rows} aria-label={text("calls.title")}>
        {data.items.map((call) => (
          <li key={call.record_uid}>
            <div>
              <Link to={address("redemption", { sub: "calls", record: call.record_uid })}>{call.number}</Link>
              <small>
                {call.origin_name} · {format.number(call.quantity, 0)} MWh
              </small>
              <small>{call.transaction_number}</small>
              {call.reference !== null && <small>{`${text("calls.reference")}: ${call.reference}`}</small>}
            </div>
            <StateTag state={call.status} label={state(call.status)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
