import type { listRollOuts } from "@heliograph/contract/control/roll-outs";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { searchOf } from "./roll-out-view.ts";
import { rollOutName } from "./roll-out-words.ts";
import { RollOutTag } from "./RollOutTags.tsx";
import styles from "./RollOuts.module.css";

/** All roll-outs, the newest first; the one that is shown is marked. */
export function RollOutList(given: {
  list: UseQueryResult<Answer<typeof listRollOuts>>;
  shown: string | null;
}) {
  const { list, shown } = given;
  const words = useWords();
  const { text, format } = words;
  const serverText = useServerText();
  return (
    <Panel title={text("rollOuts.history")} flush className={styles.history}>
      {list.data === undefined ? (
        list.isError ? (
          <PanelNote
            text={serverText(list.error.message)}
            retry={{ label: text("Try again"), run: () => void list.refetch() }}
          />
        ) : (
          <Skeleton width="100%" height={200} />
        )
      ) : (
        <ul className={styles.list}>
          {list.data.items.map((one) => (
            <li key={one.roll_out_uid}>
              <Link
                to={searchOf(one.roll_out_uid)}
                preventScrollReset
                aria-current={one.roll_out_uid === shown ? "true" : undefined}
              >
                <span className={styles.row}>
                  <b>{rollOutName(one, words)}</b>
                </span>
                <span>
                  <RollOutTag state={one.state} />
                </span>
                <span>
                  {text(`rollOuts.mode.${one.mode}`)} ·{" "}
                  {format.dateTime(Date.parse(one.created_at), browserZone())}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
