import { addEvent } from "@heliograph/contract/notices/events";
import { expect, test } from "vitest";
import { eventContents, eventFields, newEventFields } from "./event-form.ts";
import { eventViewIn, isNarrowed, withEvents } from "./event-view.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const NOON = Date.parse("2026-02-04T05:00:00Z");

test("the address says what is looked for, and what it cannot mean is as if it were not there", () => {
  const all = eventViewIn(new URLSearchParams());
  expect([isNarrowed(all), all.sort, all.page]).toEqual([false, { by: "start_date", down: true }, 1]);
  const address = withEvents(new URLSearchParams("comments=2"), {
    keyword: " roof ",
    category: "cleaning",
    days: { from: "2026-02-01", to: "2026-02-03" },
    sort: { by: "name", down: false },
  });
  expect(address.toString()).toBe(
    "comments=2&q=roof&category=cleaning&from=2026-02-01&to=2026-02-03&sort=name%3Aasc",
  );
  expect(eventViewIn(address)).toEqual({
    keyword: "roof",
    category: "cleaning",
    days: { from: "2026-02-01", to: "2026-02-03" },
    sort: { by: "name", down: false },
    page: 1,
  });
  const wrong = new URLSearchParams("category=moon&from=2026-02-30&to=x&sort=colour:up&page=-3");
  expect(eventViewIn(wrong)).toEqual(all);
});

test("another choice begins the pages anew, and a page leaves the choice", () => {
  const address = withEvents(new URLSearchParams("category=grid&page=3"), { keyword: "meter" });
  expect(address.toString()).toBe("category=grid&q=meter");
  expect(withEvents(address, { page: 2 }).toString()).toBe("category=grid&q=meter&page=2");
});

test("a new event is a moment now on the project's clocks, and the contract takes it once it has a name", () => {
  const fields = newEventFields(ZONE, NOON);
  expect([fields.from_day, fields.from_time]).toEqual(["2026-02-04", "12:00"]);
  const body = (name: string) => ({
    project_uid: "0190c9e5-0000-7000-8000-000000000001",
    contents: eventContents({ ...fields, name }, ZONE),
  });
  expect(addEvent.body?.safeParse(body("Visit")).success).toBe(true);
  expect(addEvent.body?.safeParse(body(" ")).success).toBe(false);
});

test("an event that is opened and saved unchanged says what it said, in a zone of half hours too", () => {
  for (const zone of [ZONE, "Asia/Kathmandu", "America/St_Johns"]) {
    const event = {
      event_id: "0190c9e5-0000-7000-8000-000000000002",
      name: "Cleaning",
      detail: "East",
      category: "cleaning" as const,
      start_date: "2026-02-03T02:15:00.000Z",
      end_date: "2026-02-03T20:30:00.000Z",
      event_time_type: "span" as const,
      show_in_report: true,
      author: null,
      gateway: null,
      device: null,
      severity: null,
      acknowledged: null,
    };
    const { start_date, end_date, name, detail, category, event_time_type, show_in_report } = event;
    expect(eventContents(eventFields(event, zone), zone)).toEqual({
      start_date,
      end_date,
      name,
      detail,
      category,
      event_time_type,
      show_in_report,
    });
  }
});
