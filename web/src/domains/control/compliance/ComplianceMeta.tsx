import type { ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useWords } from "../../../platform/words.ts";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import page from "../../../ui/layout/Page.module.css";
import { kwText } from "./compliance-words.ts";

/** Whether zero export holds now, as the meter says. */
export function NzeTag({ on }: { on: boolean }) {
  const { text } = useWords();
  return (
    <Tag
      tone={on ? "normal" : "not_configured"}
      icon={on ? ShieldCheck : ShieldOff}
      label={text(on ? "compliance.on" : "compliance.off")}
    />
  );
}

/** Whose gateway it is, what was agreed for it, and whose clocks are meant. */
export function ComplianceMeta({ gateway, timezone }: { gateway: ZeroExportGateway; timezone: string }) {
  const words = useWords();
  const { text } = words;
  const { rule, meter, gateway_info: info } = gateway;
  return (
    <p className={page.meta}>
      {[
        info.alias ?? info.serial,
        text("compliance.agreed", { kw: kwText(rule.export_limit_w, words), s: rule.back_within_s }),
        text("compliance.measuredAt", { meter: meter?.alias ?? "" }),
        timezone,
      ].join(" · ")}
    </p>
  );
}
