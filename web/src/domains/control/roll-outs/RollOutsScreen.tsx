import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { NotFound } from "../../../app/shell/UnknownScreen.tsx";
import { isNotThere } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { useWords } from "../../../platform/words.ts";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { askAgainMs, rollOutQuery, rollOutsQuery, type RollOutDetail } from "./roll-out-queries.ts";
import { useRollOutView } from "./roll-out-view.ts";
import { RollOutGateways } from "./RollOutGateways.tsx";
import { RollOutList } from "./RollOutList.tsx";
import { RollOutWaves } from "./RollOutWaves.tsx";
import styles from "./RollOuts.module.css";

const BeginRollOut = lazy(async () => ({ default: (await import("./BeginRollOut.tsx")).BeginRollOut }));

/** /roll-outs: which gateways get a version of firmware, and what became of each. */
export default function RollOutsScreen() {
  const { text } = useWords();
  const { rollOut, version, closeVersion } = useRollOutView();
  const list = useQuery({
    ...rollOutsQuery(),
    refetchInterval: ({ state }) => askAgainMs(state.data?.items),
  });
  const uid = rollOut ?? list.data?.items[0]?.roll_out_uid ?? null;
  const one = useQuery({
    ...rollOutQuery(uid ?? ""),
    enabled: uid !== null,
    refetchInterval: ({ state }) => askAgainMs(state.data === undefined ? [] : [state.data]),
  });
  useTitle(text("rollOuts.title"));
  if (rollOut !== null && isNotThere(one.error)) return <NotFound />;
  return (
    <div className={page.page} aria-busy={list.isLoading}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{text("rollOuts.title")}</h1>
          <p className={page.meta}>{text("rollOuts.hint")}</p>
        </div>
        <div className={styles.links}>
          <Link to="?setting=firmware">{text("rollOuts.versions")}</Link>
        </div>
      </header>
      {list.data?.items.length === 0 && uid === null ? (
        <Panel>
          <Blank title={text("rollOuts.none")} hint={text("rollOuts.noneHint")} />
        </Panel>
      ) : (
        <div className={styles.columns}>
          <RollOutList list={list} shown={uid} />
          <One one={one} key={uid} />
        </div>
      )}
      {version !== null && (
        <Suspense fallback={null}>
          <BeginRollOut file_uid={version} close={closeVersion} />
        </Suspense>
      )}
    </div>
  );
}

/** The roll-out that is shown: its gateways and its waves. */
function One({ one }: { one: ReturnType<typeof useQuery<RollOutDetail>> }) {
  const serverText = useServerText();
  if (one.data !== undefined) {
    return (
      <>
        <RollOutGateways rollOut={one.data} />
        <RollOutWaves rollOut={one.data} />
      </>
    );
  }
  return (
    <Panel className={styles.wide}>
      {one.isError ? (
        <LoadFailed hint={serverText(one.error.message)} retry={() => void one.refetch()} />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </Panel>
  );
}
