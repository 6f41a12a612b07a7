// The select of antd behind the field of the showcase; ShowcaseSelect.tsx loads it when the field is first used.
import { SHOW_CASE_LIMIT } from "@heliograph/contract/monitoring/showcase";
import { Select } from "antd";
import { useEffect, useState, type ReactNode, type UIEvent } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/messages.tsx";
import { useSelectable } from "./showcase-data.ts";
import styles from "./ShowcaseSelect.module.css";

const SEARCH_DEBOUNCE_MS = 300;
/** The next page is asked for this near to the end of the list, px. */
const NEAR_END = 60;

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export interface ShowcaseFindProps {
  readonly chosen: readonly string[];
  /** Names of projects, as far as they have arrived. */
  readonly names: ReadonlyMap<string, string>;
  readonly choose: (uids: readonly string[]) => void;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
}

/** Projects searched by the server, page after page as they are scrolled; it takes the focus, as it replaces a field that had it. */
export function ShowcaseFind({ chosen, names, choose, typed, setTyped }: ShowcaseFindProps) {
  const t = useText();
  const format = useFormat();
  const [open, setOpen] = useState(true);
  const { data, isFetching, hasNextPage, fetchNextPage } = useSelectable(useDebounced(typed.trim()));
  const listed = data?.pages.flatMap((page) => page.data) ?? [];
  const named = new Map([
    ...names,
    ...listed.map((project) => [project.project_uid, project.project_ssoc_name] as const),
  ]);
  const more = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (near && hasNextPage && !isFetching) void fetchNextPage();
  };
  const take = (uids: readonly string[]) => {
    if (uids.length <= SHOW_CASE_LIMIT) {
      choose(uids);
      return;
    }
    const content = t("showcase.full", { n: SHOW_CASE_LIMIT });
    say.warning({ content, key: "showcase-full" });
  };
  return (
    <Select<{ value: string; label?: string }[]>
      mode="multiple"
      labelInValue
      filterOption={false}
      className={styles.field ?? ""}
      placeholder={t("showcase.choose")}
      aria-label={t("showcase.choose")}
      maxTagCount="responsive"
      loading={isFetching}
      notFoundContent={isFetching ? null : t("showcase.nothing")}
      value={chosen.map((value) => ({ value, label: named.get(value) ?? "…" }))}
      onChange={(values) => take(values.map(({ value }) => value))}
      searchValue={typed}
      onSearch={setTyped}
      open={open}
      onOpenChange={setOpen}
      onPopupScroll={more}
      options={listed.map((project) => ({
        value: project.project_uid,
        label: project.project_ssoc_name,
        detail: `${format.number(project.project_capacity_pv.value, 1)} kWp`,
      }))}
      optionRender={optionOf}
      // The still field that this one replaces had the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
    />
  );
}

const optionOf = ({ label, data }: { label?: ReactNode; data: object }) => (
  <span className={styles.option}>
    <span>{label}</span>
    <em>{"detail" in data ? String(data.detail) : ""}</em>
  </span>
);
