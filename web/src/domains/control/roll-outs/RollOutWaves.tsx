import {
  continueRollOut,
  listRollOuts,
  readRollOut,
  stopRollOut,
} from "@heliograph/contract/control/roll-outs";
import { OctagonX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Life } from "../../../ui/layout/Life.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import type { RollOutDetail } from "./roll-out-queries.ts";
import { rollOutName, stopWords, waveSteps } from "./roll-out-words.ts";
import { RollOutTag } from "./RollOutTags.tsx";
import styles from "./RollOuts.module.css";

const Confirm = lazy(async () => ({
  default: (await import("../../../ui/controls/windows/Confirm.tsx")).Confirm,
}));

/** A roll-out wave by wave, why it stopped, and the way on for whoever may change it. */
export function RollOutWaves({ rollOut }: { rollOut: RollOutDetail }) {
  const words = useWords();
  const { text, format } = words;
  const { mode, state, created_at, created_by } = rollOut;
  const name = rollOutName(rollOut, words);
  const why = stopWords(rollOut, words);
  const stepWords = {
    done: text("rollOuts.step.done"),
    now: text("rollOuts.step.now"),
    due: text("rollOuts.step.due"),
    failed: text("rollOuts.step.failed"),
  };
  const isOpen = state === "running" || state === "waiting";
  return (
    <Panel title={name} extra={<RollOutTag state={state} />} className={styles.waves}>
      <p className={styles.of}>
        {text("rollOuts.of", {
          mode: text(`rollOuts.mode.${mode}`),
          at: format.dateTime(Date.parse(created_at), browserZone()),
          by: created_by ?? text("rollOuts.someone"),
        })}
      </p>
      {why !== null && (
        <p className={styles.why}>
          <OctagonX size={16} aria-hidden />
          <span>{why}</span>
        </p>
      )}
      <Life label={text("rollOuts.waves")} steps={waveSteps(rollOut, words)} words={stepWords} />
      <VisuallyHidden role="status">
        {`${name}: ${text(`rollOuts.state.${state}`)}${why === null ? "" : `. ${why}`}`}
      </VisuallyHidden>
      {isOpen && rollOut.may_change && <Actions rollOut={rollOut} />}
      {isOpen && !rollOut.may_change && <p className={styles.note}>{text("rollOuts.onlyLook")}</p>}
    </Panel>
  );
}

function Actions({ rollOut: { roll_out_uid, state, next_wave_at } }: { rollOut: RollOutDetail }) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const [asking, setAsking] = useState<"continue" | "stop" | null>(null);
  const go = useCall(continueRollOut, [listRollOuts, readRollOut]);
  const stop = useCall(stopRollOut, [listRollOuts, readRollOut]);
  const run = async () => {
    try {
      const { message } =
        asking === "stop"
          ? await stop.mutateAsync({ query: { roll_out_uid } })
          : await go.mutateAsync({ body: { roll_out_uid } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(error instanceof Error ? error.message : "Something went wrong"));
    }
  };
  const time = next_wave_at === null ? "" : format.clock(Date.parse(next_wave_at), browserZone());
  return (
    <div className={styles.actions}>
      {state === "waiting" && (
        <Button type="primary" onClick={() => setAsking("continue")}>
          {text("rollOuts.continue")}
        </Button>
      )}
      <Button onClick={() => setAsking("stop")}>{text("rollOuts.stop")}</Button>
      {asking !== null && (
        <Suspense fallback={null}>
          <Confirm
            title={text("Are you sure?")}
            hint={asking === "stop" ? text("rollOuts.stopHint") : text("rollOuts.continueHint", { time })}
            yes={text("Yes")}
            no={text("No")}
            danger={asking === "stop"}
            run={run}
            close={() => setAsking(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
