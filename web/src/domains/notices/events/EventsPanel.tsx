import type { ProjectEvent } from "@heliograph/contract/notices/events";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { ChosenEvents } from "./ChosenEvents.tsx";
import { useEventColumns } from "./event-columns.tsx";
import { EVENTS_PER_PAGE, eventsQuery } from "./event-queries.ts";
import { eventViewIn, isNarrowed, withEvents, type EventView } from "./event-view.ts";
import { EventFilters } from "./EventFilters.tsx";

const EventForm = lazy(async () => ({ default: (await import("./EventForm.tsx")).EventForm }));
const NOTHING: Partial<EventView> = { keyword: "", category: null, days: null };
const NONE: ReadonlySet<string> = new Set();

/** The events of a project: what people noted and what gateways reported, with what may be done to them. */
export function EventsPanel(given: { uid: string; timezone: string; mayWrite: boolean }) {
  const { uid, timezone, mayWrite } = given;
  const { text } = useWords();
  const { view, change } = useEventView();
  const events = useEvents(uid, view);
  const [selected, setSelected] = useState(NONE);
  const [form, setForm] = useState<{ open: boolean; event: ProjectEvent | null }>();
  const edit = useCallback((event: ProjectEvent) => setForm({ open: true, event }), []);
  const columns = useEventColumns({ timezone, edit: mayWrite ? edit : null });
  const chosen = (events.data?.items ?? []).filter(({ event_id }) => selected.has(event_id));
  return (
    <Panel flush>
      <div className={page.toolbar}>
        <EventFilters view={view} change={change} timezone={timezone} />
        <Spacer />
        {mayWrite && (
          <>
            <ChosenEvents uid={uid} events={chosen} done={() => setSelected(NONE)} />
            <Button
              type="primary"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => setForm({ open: true, event: null })}
            >
              {text("events.add")}
            </Button>
          </>
        )}
      </div>
      <div aria-busy={events.isPlaceholderData}>
        <EventTable
          {...{ events, view, change, columns }}
          select={mayWrite ? { selected, onSelect: setSelected } : {}}
        />
      </div>
      {form !== undefined && (
        <OnceOpened open={form.open}>
          <EventForm
            place={{ project_uid: uid, timezone }}
            event={form.event}
            open={form.open}
            close={() => setForm({ ...form, open: false })}
          />
        </OnceOpened>
      )}
    </Panel>
  );
}

/** What the address asks for, and how to change it without leaving a step behind. */
function useEventView() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => eventViewIn(address), [address]);
  const change = useCallback(
    (part: Partial<EventView>) =>
      setAddress((now) => withEvents(now, part), { replace: true, preventScrollReset: true }),
    [setAddress],
  );
  return { view, change };
}

/** The page of the list, its order and its states. */
function EventTable(given: {
  events: ReturnType<typeof useEvents>;
  view: EventView;
  change: (part: Partial<EventView>) => void;
  columns: readonly Column<ProjectEvent>[];
  select: { selected?: ReadonlySet<string>; onSelect?: (selected: ReadonlySet<string>) => void };
}) {
  const { events, view, change, columns, select } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const { data } = events;
  return (
    <DataTable
      label={text("Events")}
      columns={columns}
      rows={data?.items}
      idOf={({ event_id }) => event_id}
      nameOf={({ name }) => name}
      sort={view.sort}
      onSort={(sort) =>
        change({
          sort:
            sort === null || (sort.by !== "name" && sort.by !== "category" && sort.by !== "start_date")
              ? { by: "start_date", down: true }
              : { by: sort.by, down: sort.down },
        })
      }
      {...select}
      pages={{
        size: EVENTS_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total_items ?? 0, onPage: (next) => change({ page: next }) },
      }}
      failed={
        events.isError && data === undefined
          ? {
              title: text("Something went wrong"),
              hint: serverText(events.error.message),
              retry: () => void events.refetch(),
              retryLabel: text("Try again"),
            }
          : null
      }
      empty={
        isNarrowed(view) ? (
          <Blank
            small
            title={text("events.noMatch")}
            hint={text("events.noMatchHint")}
            action={<Button onClick={() => change(NOTHING)}>{text("events.showAll")}</Button>}
          />
        ) : (
          <Blank small title={text("events.none")} hint={text("events.noneHint")} />
        )
      }
    />
  );
}

const useEvents = (uid: string, view: EventView) =>
  useQuery({ ...eventsQuery(uid, view), placeholderData: keepPreviousData });
