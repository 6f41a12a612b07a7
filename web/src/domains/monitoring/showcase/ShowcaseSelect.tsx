// The project select of the showcase. The list behind it is antd's, and is loaded when the field is first used.
import { listForSelect, SHOW_CASE_LIMIT, type ShowCaseItem } from "@heliograph/contract/monitoring/showcase";
import { ChevronDown, X } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { inAntd } from "../../../platform/antd.tsx";
import { call } from "../../../platform/call.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { useSelectable } from "./showcase-data.ts";
import styles from "./ShowcaseSelect.module.css";
import type { ShowcaseFindProps } from "./ShowcaseFind.tsx";

const load = inAntd(async () => (await import("./ShowcaseFind.tsx")).ShowcaseFind);
const ShowcaseFind = lazy(load);

/** The project select of the showcase (M97): searched by the server, page after page as it is scrolled. */
export function ShowcaseSelect(given: {
  chosen: readonly string[];
  /** The chosen projects, as far as they have arrived: they name what is chosen. */
  items: readonly ShowCaseItem[];
  choose: (uids: readonly string[]) => void;
}) {
  const { chosen, items, choose } = given;
  const [touched, setTouched] = useState(false);
  const [typed, setTyped] = useState("");
  const total = useSelectable("").data?.pages[0]?.paginate_info.total_item ?? 0;
  const names = new Map(items.map(({ project_info: of }) => [of.project_uid, of.project_ssoc_name] as const));
  const field = { chosen, names, choose, typed, setTyped };
  const still = <StillFind {...field} touch={() => setTouched(true)} />;
  return (
    <div className={styles.select}>
      {touched ? (
        <Suspense fallback={still}>
          <ShowcaseFind {...field} />
        </Suspense>
      ) : (
        still
      )}
      <WholeChoice chosen={chosen.length} total={typed === "" ? total : 0} choose={choose} />
    </div>
  );
}

/** What stands in the place of the select until that is needed: it looks and is named the same. */
function StillFind({ chosen, names, typed, setTyped, touch }: ShowcaseFindProps & { touch: () => void }) {
  const t = useText();
  const list = useId();
  return (
    <label className={`${styles.field} ${styles.still}`} onPointerEnter={() => void load()}>
      {chosen.length > 0 && (
        <span className={styles.chosen}>
          {chosen.map((uid) => (
            <span key={uid}>{names.get(uid) ?? "…"}</span>
          ))}
        </span>
      )}
      <input
        role="combobox"
        aria-expanded={false}
        aria-controls={list}
        aria-haspopup="listbox"
        aria-label={t("showcase.choose")}
        placeholder={chosen.length === 0 ? t("showcase.choose") : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={touch}
      />
      <ChevronDown size={14} aria-hidden />
    </label>
  );
}

/** All projects where a showcase holds them, or none. */
function WholeChoice({
  chosen,
  total,
  choose,
}: {
  chosen: number;
  total: number;
  choose: (uids: readonly string[]) => void;
}) {
  const t = useText();
  const addAll = async () => {
    const query = { filter: "pv" as const, item_num: SHOW_CASE_LIMIT };
    const { data } = await call(listForSelect, { query });
    choose(data.map(({ project_uid }) => project_uid));
  };
  return (
    <>
      {total > 0 && total <= SHOW_CASE_LIMIT && chosen < total && (
        <Button onClick={() => void addAll()}>{t("showcase.addAll", { n: total })}</Button>
      )}
      {chosen > 0 && (
        <Button icon={<X size={16} />} onClick={() => choose([])}>
          {t("showcase.clear")}
        </Button>
      )}
    </>
  );
}
