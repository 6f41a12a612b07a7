// What the showcase shows, in its address: the chosen projects, and whether it fills a television.
import { SHOW_CASE_LIMIT } from "@heliograph/contract/monitoring/showcase";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";

const CHOSEN = "projects";
const TV = "tv";
const KEPT = "showcase_projects";
const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The projects that an address names, each once and no more than a showcase holds; what is no uid is passed over. */
export function chosenIn(text: string | null): string[] {
  const uids = (text ?? "").split(",").filter((part) => UID.test(part));
  return [...new Set(uids)].slice(0, SHOW_CASE_LIMIT);
}

/** The projects that the screen shows at first: those of the address, else those chosen before in this tab. */
export const chosenAt = (search: URLSearchParams): string[] =>
  chosenIn(search.get(CHOSEN) ?? sessionStorage.getItem(KEPT));

/**
 * The chosen projects and the ways to choose. An address that names none takes what was chosen before in this tab; a
 * choice is a step back in the browser, television is not.
 */
export function useShowcaseView() {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get(CHOSEN);
  const chosen = useMemo(() => chosenIn(text), [text]);
  const tv = parameters.get(TV) === "1";
  const change = (name: string, value: string, replace: boolean) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace },
    );
  useEffect(() => {
    if (text !== null) sessionStorage.setItem(KEPT, text);
    const kept = sessionStorage.getItem(KEPT);
    if (text === null && kept !== null) change(CHOSEN, kept, true);
    // Only the address decides: `change` is made anew with every change of it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  return {
    chosen,
    tv,
    choose: (uids: readonly string[]) => {
      if (uids.length === 0) sessionStorage.removeItem(KEPT);
      change(CHOSEN, uids.join(","), false);
    },
    setTv: (on: boolean) => change(TV, on ? "1" : "", true),
  };
}
