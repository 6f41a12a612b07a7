import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { ACCOUNT, fakeProjectInfo } from "../../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, screenOf, signedInAs } from "../../testing/test-kit.tsx";
import { Portal } from "./Portal.tsx";

freshBrowser();

async function openFrame(address = "/list-project", opened: string | null = null) {
  signedInAs("good");
  localStorage.setItem("name", ACCOUNT.display_name);
  if (opened !== null) sessionStorage.setItem("project_uid", opened);
  fakeServer({
    "user-info": () => Response.json(ACCOUNT),
    "project/all-project-list": () =>
      answer(allProjectList, { data: [], paginate_info: { total_item: 2, total_page: 2 } }),
    "project/project-info-only": () => fakeProjectInfo(),
  });
  const frame = <Portal />;
  const router = await renderAt(address, {
    "/list-project": frame,
    "/detail/:id": frame,
    "/control": frame,
    "/report": frame,
  });
  // As it is once the account's projects are known.
  await screen.findAllByText(/^(Solar hot-water projects|Hot water)$/);
  return router;
}

const menu = () => screen.getByRole("navigation", { name: "Main menu" });
const groups = () =>
  within(menu())
    .getAllByRole("group")
    .map((group) => [
      group.getAttribute("aria-label"),
      [...group.querySelectorAll("a, button")].map((entry) => entry.textContent),
    ]);
const leadsTo = (name: string) => within(menu()).getByRole("link", { name }).getAttribute("href");

test("the header has the groups Project overview and Other in their order", async () => {
  await openFrame();
  expect(groups()).toEqual([
    ["Project overview", ["Overview", "Control", "Report"]],
    [
      "Other",
      [
        "Project list",
        "Showcase",
        "Solar hot-water projects",
        "Environmental impact",
        "Alarms",
        "REC trading",
      ],
    ],
  ]);
  expect(["Alarms", "REC trading"].map(leadsTo)).toEqual(["/alarms", "/rehash/dashboard"]);
});

test("under Report stands Portfolio Report (PDF Report), which marks it", async () => {
  const router = await openFrame();
  await userEvent.setup().click(within(menu()).getByRole("button", { name: "Report" }));
  await userEvent
    .setup()
    .click(await screen.findByRole("menuitem", { name: "Portfolio Report (PDF Report)" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/report"));
  expect(within(menu()).getByRole("button", { name: "Report" }).getAttribute("aria-current")).toBe("true");
});

test("Overview is the list until a project was opened, and the list's own entry is the one that is marked", async () => {
  await openFrame();
  expect([leadsTo("Overview"), leadsTo("Control")]).toEqual(["/list-project", "/control"]);
  const marked = [...menu().querySelectorAll('[aria-current="page"]')].map((link) => link.textContent);
  expect(marked).toEqual(["Project list"]);
});

test.each([
  ["of the page", "/detail/u1", null],
  ["that Control names", "/control?project=u1", "u2"],
  ["opened last in this tab", "/list-project", "u1"],
] as const)("Overview and Control are of the project %s", async (_which, address, opened) => {
  await openFrame(address, opened);
  expect([leadsTo("Overview"), leadsTo("Control")]).toEqual(["/detail/u1", "/control?project=u1"]);
});

/** A browser in which every letter is 10 px wide, with so much room between the menu and the end of the tools. */
function roomOf(px: number) {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly run: (entries: readonly unknown[]) => void;
      constructor(run: (entries: readonly unknown[]) => void) {
        this.run = run;
      }
      observe(element: Element) {
        queueMicrotask(() => this.run([]));
        // What stands in it makes its size.
        new MutationObserver(() => this.run([])).observe(element, { childList: true, subtree: true });
      }
      unobserve() {}
      disconnect() {}
    },
  );
  const rects = vi.spyOn(Element.prototype, "getBoundingClientRect");
  onTestFinished(() => rects.mockRestore());
  rects.mockImplementation(function rect(this: Element) {
    const isTools = this.matches("[data-tools]");
    const letters = (this.textContent ?? "").length;
    // A name that is only read out takes no room.
    const unseen = isTools && this.querySelector("[data-name]") === null ? ACCOUNT.display_name.length : 0;
    const width = (letters - unseen) * 10;
    return new DOMRect(isTools ? px - width : 0, 0, width, 0);
  });
}

test("where the row is full the account's name goes first", async () => {
  roomOf(1350);
  await openFrame();
  await waitFor(() => expect(document.querySelector("[data-tools] [data-name]")).toBeNull());
  expect(screen.getByRole("button", { name: /Nguyễn Thị Minh Anh/ })).toBeTruthy();
  expect(await within(menu()).findByRole("link", { name: "REC trading" })).toBeTruthy();
  expect(within(menu()).queryByRole("button", { name: "More" })).toBeNull();
});

test("where that is not enough the last entries stand under More", async () => {
  roomOf(900);
  await openFrame();
  await waitFor(() => expect(within(menu()).queryByRole("link", { name: "REC trading" })).toBeNull());
  const shown = groups().flatMap(([, entries]) => entries ?? []);
  const more = within(menu()).getByRole("button", { name: "More" });
  await userEvent.setup().click(more);
  const under = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  expect([...shown, ...under]).toEqual([
    "Overview",
    "Control",
    "Report",
    "Project list",
    "Showcase",
    "Solar hot-water projects",
    "Environmental impact",
    "Alarms",
    "REC trading",
  ]);
  expect(under.length).toBeGreaterThan(0);
});

test("the drawer of a tablet has both groups by their names, Report with what stands under it, and Overview once", async () => {
  screenOf(800);
  await openFrame("/detail/u1");
  await userEvent.setup().click(await screen.findByRole("button", { name: "Open menu" }));
  const drawer = await screen.findByRole("dialog");
  const heads = within(drawer)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(["Project overview", "Other"]);
  const report = within(drawer).getByRole("group", { name: "Report" });
  expect(within(report).getByRole("link").textContent).toBe("Portfolio Report (PDF Report)");
  expect(within(drawer).getAllByRole("link", { name: "Overview" })).toHaveLength(1);
});
