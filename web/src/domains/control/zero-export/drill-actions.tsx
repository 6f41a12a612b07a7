import {
  drillNze,
  setNzeDrills,
  zeroExportGateways,
  type NzeDrill,
  type ZeroExportGateway,
} from "@heliograph/contract/control/zero-export";
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { Switch } from "../../../ui/controls/Switch.tsx";
import { say } from "../../../ui/feedback/say.ts";

/** What a drill came to, in a sentence. */
export function drillText(drill: NzeDrill, { text, format }: Words): string {
  const seconds = (value: number | null) => format.number(value, 1);
  switch (drill.result) {
    case "asked":
      return text("nze.drill.asked");
    case "passed":
      return text("nze.drill.passed", { s: seconds(drill.to_limit_s) });
    case "failed":
      return drill.reason === "too_slow"
        ? text("nze.drill.tooSlow", { s: seconds(drill.to_limit_s), allowed: drill.allowed_s })
        : text("nze.drill.failed", { why: whyOf(drill, { text, format }) });
    case "skipped":
      return text("nze.drill.skipped", { why: whyOf(drill, { text, format }) });
    default:
      return drill.result satisfies never;
  }
}

function whyOf({ reason, reason_text, irradiance_w_m2 }: NzeDrill, { text, format }: Words): string {
  if (reason === "low_irradiance") return `${format.number(irradiance_w_m2, 0)} W/m²`;
  if (reason_text !== "") return reason_text;
  return reason === null ? "" : text(`nze.why.${reason}`);
}

const NOTHING_ELSE: readonly Endpoint[] = [];

/** Switches the weekly drill of a gateway. */
export function WeeklyDrill({ gateway, name }: { gateway: ZeroExportGateway; name: string }) {
  const { text } = useWords();
  const serverText = useServerText();
  const set = useCall(setNzeDrills, [zeroExportGateways]);
  const change = (weekly: boolean) =>
    set.mutate(
      { query: { gateway_uid: gateway.gateway_info.uid }, body: { weekly } },
      {
        onSuccess: ({ message }) => say.success(serverText(message)),
        onError: () => say.error(serverText("Something went wrong")),
      },
    );
  return (
    <Switch
      label={text("nze.weekly.switch", { name })}
      on={gateway.weekly_drill_at !== null}
      moving={set.isPending}
      disabled={set.isPending}
      onAsk={change}
    />
  );
}

/** Asks whether it is meant, and drills. `also`: what else must be asked anew then. */
export function DrillNow({
  gateway,
  also = NOTHING_ELSE,
}: {
  gateway: ZeroExportGateway;
  also?: readonly Endpoint[];
}) {
  const { text } = useWords();
  const serverText = useServerText();
  const [asks, setAsks] = useState(false);
  const drill = useCall(drillNze, [zeroExportGateways, ...also]);
  const send = async () => {
    try {
      const { message, drill: told } = await drill.mutateAsync({
        body: { gateway_uid: gateway.gateway_info.uid },
      });
      if (told.result === "skipped") say.info(serverText(message));
      else say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <>
      <Button size="small" disabled={gateway.drill?.result === "asked"} onClick={() => setAsks(true)}>
        {text("nze.drill.now")}
      </Button>
      {asks && (
        <Confirm
          title={text("nze.drill.now")}
          hint={text("nze.drill.ask")}
          yes={text("nze.drill.now")}
          no={text("Cancel")}
          danger
          run={send}
          close={() => setAsks(false)}
        />
      )}
    </>
  );
}
