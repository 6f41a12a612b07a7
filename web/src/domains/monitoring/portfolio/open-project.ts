import { widgetList } from "@heliograph/contract/monitoring/overview/widgets";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, type MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { ask } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { keepOpenedProject, keepWidgets } from "../../../platform/session/opened-project.ts";
import { say } from "../../../ui/feedback/say.ts";
import type { ListRow } from "./list-row.ts";

/** M109: the widgets that are asked for with the overview. */
const WITH_OVERVIEW = 0;

/**
 * Returns the function that opens a row's project (M40): without a gateway it says so and stays; else project,
 * widgets and gateways are kept and the overview opens with this page's query.
 */
export function useOpenProject(): (row: ListRow) => void {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const queries = useQueryClient();
  return useCallback(
    (row) => {
      if (row.gateways.length === 0) {
        say.error({ content: t("Based on no device"), key: "no-device", duration: 6 });
        return;
      }
      keepOpenedProject(row);
      void queries
        .fetchQuery(ask(widgetList, { query: { project_uid: row.uid } }))
        .then(({ widgets_list }) =>
          keepWidgets(
            row.uid,
            widgets_list.filter((widget) => widget.request_type === WITH_OVERVIEW),
          ),
        )
        // The overview asks for its widgets itself and shows what refuses them.
        .catch(() => undefined);
      void navigate(paths.project(row.uid) + search);
    },
    [t, navigate, search, queries],
  );
}

/** A plain click opens by `open`, which may refuse; one for a new tab is left to the browser. */
export function openInstead(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  open();
}
