import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
  type ReceivedRequest,
} from "../../../testing/test-kit.tsx";
import { listServer, UIDS } from "../portfolio/testing/list-fakes.ts";
import { selectAnswer, showCaseAnswer, showCaseTotalsAnswer } from "../map/testing/map-fakes.ts";
import ShowcaseScreen from "./ShowcaseScreen.tsx";

freshBrowser();

async function open(address: string, replies: Parameters<typeof listServer>[0] = {}) {
  signedInAs("t1");
  const asked = listServer({
    "project/show-case": (received: ReceivedRequest) => {
      // What the screen has just sent.
      const { project_uid_list } = received.body as { project_uid_list: string[] };
      return showCaseAnswer(project_uid_list.map((_, at) => (at === 0 ? "Nam" : "Bac")));
    },
    "project/show-case-total-data": () => showCaseTotalsAnswer(2),
    "project/list-for-select": () => selectAnswer(["Nam", "Bac"]),
    ...replies,
  });
  const router = await renderAt(address, { "/showcase": <ShowcaseScreen />, "*": null });
  return { asked, search: () => router.state.location.search };
}
const of = (asked: ReceivedRequest[], path: string) => asked.filter((one) => one.path === path);
const gone = () => refusal(404, "No such project", { code: "project.not_found" });
const both = `/showcase?projects=${UIDS.join(",")}`;

test("with no project chosen it says so, asks for no showcase, and shows all at one press", async () => {
  const { asked, search } = await open("/showcase");
  expect(await screen.findByRole("heading", { name: "No projects selected" })).toBeTruthy();
  expect(of(asked, "project/show-case")).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Show all 2 projects" }));
  await waitFor(() => expect(new URLSearchParams(search()).get("projects")).toBe(UIDS.join(",")));
  expect(await screen.findByRole("link", { name: "Bac" })).toBeTruthy();
});

test("the address chooses: cards with their figures, totals over them, and no zero for what is not known", async () => {
  const { asked } = await open(both);
  const cards = await screen.findByRole("list", { name: "Chosen projects" });
  expect(within(cards).getAllByRole("listitem")).toHaveLength(2);
  expect(within(cards).getAllByText("231")).toHaveLength(2);
  expect(of(asked, "project/show-case")[0]?.body).toEqual({ project_uid_list: [...UIDS] });
  expect(of(asked, "project/show-case-total-data")[0]?.query.get("project_uid_list")).toBe(UIDS.join(","));
  const saved = (await screen.findByText("Cost saving")).closest("[data-stat]");
  expect(saved?.textContent).toContain("–");
});

test("television mode hides the choosing, stands in the address, and Escape leaves it", async () => {
  const { search } = await open(both);
  await userEvent.click(await screen.findByRole("button", { name: "TV mode" }));
  await waitFor(() => expect(new URLSearchParams(search()).get("tv")).toBe("1"));
  expect(document.documentElement.dataset["tv"]).toBe("");
  expect(screen.queryByRole("combobox", { name: "Choose projects" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(new URLSearchParams(search()).has("tv")).toBe(false));
  expect(document.documentElement.dataset["tv"]).toBeUndefined();
  expect(screen.getByRole("combobox", { name: "Choose projects" })).toBeTruthy();
});

test("a chosen project that is not there any more is said, and the selection can be cleared", async () => {
  await open(both, { "project/show-case": gone, "project/show-case-total-data": gone });
  expect(await screen.findByText("A chosen project cannot be shown")).toBeTruthy();
  const [clear] = screen.getAllByRole("button", { name: "Clear selection" }).toReversed();
  if (clear !== undefined) await userEvent.click(clear);
  expect(await screen.findByRole("heading", { name: "No projects selected" })).toBeTruthy();
});
