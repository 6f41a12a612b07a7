import type { ReportBlock } from "@heliograph/contract/reports/templates/blocks";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Switch } from "../../../ui/controls/Switch.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { moved } from "./report-draft.ts";
import styles from "./Reports.module.css";

interface Choosing {
  readonly blocks: readonly ReportBlock[];
  readonly change: (blocks: ReportBlock[]) => void;
  readonly chosen: string | null;
  readonly setChosen: (kind: string | null) => void;
}

/** The blocks in their order: dragged or moved by Alt and the arrows, switched, and opened for their options. */
export function BlockList({ blocks, change, chosen, setChosen }: Choosing) {
  const { text } = useWords();
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const on = blocks.filter((block) => block.on).length;
  const move = (from: number, to: number) => {
    const block = blocks[from];
    if (block === undefined || to < 0 || to >= blocks.length) return;
    change(moved(blocks, from, to));
    setSaid(
      text("reports.moved", { block: text(`reports.block.${block.kind}`), n: to + 1, all: blocks.length }),
    );
  };
  const set = (next: ReportBlock) => change(blocks.map((one) => (one.kind === next.kind ? next : one)));
  return (
    <Panel title={text("reports.blocks")} extra={text("reports.blocksOn", { n: on, all: blocks.length })}>
      <ol className={styles.blocks}>
        {blocks.map((block, at) => (
          <li key={block.kind} data-chosen={chosen === block.kind ? "" : undefined}>
            <div className={styles.block}>
              <button
                type="button"
                draggable
                className={styles.grip}
                aria-expanded={chosen === block.kind}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => dragged !== null && move(dragged, at)}
                onDragStart={() => setDragged(at)}
                onDragEnd={() => setDragged(null)}
                onKeyDown={byKeys((step) => move(at, at + step))}
                onClick={() => setChosen(chosen === block.kind ? null : block.kind)}
              >
                <GripVertical size={16} aria-hidden />
                {text(`reports.block.${block.kind}`)}
              </button>
              <Switch
                label={text(`reports.block.${block.kind}`)}
                on={block.on}
                onAsk={(next) => set({ ...block, on: next })}
              />
            </div>
            {chosen === block.kind && (
              <div className={styles.options}>
                <Options block={block} set={set} />
                <Moves at={at} count={blocks.length} move={(to) => move(at, to)} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </Panel>
  );
}

/** Alt and an arrow: one place up, or down. */
const byKeys = (move: (step: number) => void) => (event: KeyboardEvent) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!event.altKey || step === undefined) return;
  event.preventDefault();
  move(step);
};

/** Moves a block by a press: where there is neither a keyboard nor a mouse. */
function Moves({ at, count, move }: { at: number; count: number; move: (to: number) => void }) {
  const { text } = useWords();
  return (
    <span className={styles.acts}>
      <Button
        size="small"
        icon={<ArrowUp size={15} aria-hidden />}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      >
        {text("reports.up")}
      </Button>
      <Button
        size="small"
        icon={<ArrowDown size={15} aria-hidden />}
        disabled={at === count - 1}
        onClick={() => move(at + 1)}
      >
        {text("reports.down")}
      </Button>
    </span>
  );
}

/** The few options of a block, and whether it stays where it has no data. */
function Options({ block, set }: { block: ReportBlock; set: (block: ReportBlock) => void }) {
  const { text } = useWords();
  return (
    <>
      {block.kind === "losses" && (
        <Segmented
          label={text("reports.show")}
          value={block.show}
          options={(["energy_and_cost", "energy"] as const).map((value) => ({
            value,
            label: text(`reports.show.${value}`),
          }))}
          onChange={(show) => set({ ...block, show })}
        />
      )}
      {(block.kind === "losses" || block.kind === "availability") && (
        <Segmented
          label={text("reports.level")}
          value={block.level}
          options={(["project", "inverter"] as const).map((value) => ({
            value,
            label: text(`reports.level.${value}`),
          }))}
          onChange={(level) => set({ ...block, level })}
        />
      )}
      {block.kind === "production" && (
        <Checkbox
          label={text("reports.expected")}
          checked={block.expected}
          onChange={(expected) => set({ ...block, expected })}
        />
      )}
      {block.kind === "alarms" && (
        <Segmented
          label={text("reports.state")}
          value={block.state}
          options={(["all", "open"] as const).map((value) => ({
            value,
            label: text(`reports.state.${value}`),
          }))}
          onChange={(state) => set({ ...block, state })}
        />
      )}
      <Checkbox
        label={text("reports.pinned")}
        checked={block.pinned}
        onChange={(pinned) => set({ ...block, pinned })}
      />
    </>
  );
}
