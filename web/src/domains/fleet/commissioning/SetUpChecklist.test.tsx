import { putChecklistAway } from "@heliograph/contract/fleet/commissioning";
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID } from "../../../testing/project-fakes.ts";
import { fakeSetUp, SET_UP } from "../../../testing/set-up-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { setUpQuery } from "./set-up-queries.ts";
import { SetUpChecklist } from "./SetUpChecklist.tsx";

freshBrowser();

async function open(change: Parameters<typeof fakeSetUp>[0] = {}) {
  signedInAs("good");
  let put_away = change?.put_away ?? false;
  const all = fakeServer({
    "fleet/set-up": () => fakeSetUp({ ...change, put_away }),
    "fleet/set-up/away": () => {
      put_away = true;
      return answer(putChecklistAway, { message: "The checklist has been changed" });
    },
  });
  await renderAt("/", {
    "/": (
      <>
        <SetUpChecklist uid={PROJECT_UID} />
        <Answered />
      </>
    ),
  });
  await screen.findByText("answered");
  return all;
}
/** Says that the answer is there, so that what is not shown is not shown for it. */
function Answered() {
  return useQuery(setUpQuery(PROJECT_UID)).isSuccess ? <p>answered</p> : null;
}
const heading = () => screen.queryByRole("heading", { name: /What this project still needs/ });
const whole = SET_UP.items.map((item) => ({ ...item, done: item.done || !item.optional }));

test("what is missing leads to its step, what is there is marked, and what is optional is not counted", async () => {
  await open();
  expect((await screen.findByRole("heading", { name: /still needs/ })).textContent).toContain("3 of 5 done");
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Energy price", `/set-up/${PROJECT_UID}?step=project`],
    ["A gateway", `/set-up/${PROJECT_UID}?step=gateway`],
    ["Invite peopleoptional", `/set-up/${PROJECT_UID}?step=people`],
  ]);
  expect(screen.getByText("Installed capacity").closest("li")?.textContent).toContain("done");
});

test("a checklist is put away for good, and goes at once", async () => {
  const all = await open();
  fireEvent.click(await screen.findByRole("button", { name: "Put away" }));
  await waitFor(() => expect(heading()).toBeNull());
  const sent = all.filter(({ method }) => method === "PUT");
  expect(sent.map(({ body }) => body)).toEqual([{ project_uid: PROJECT_UID, put_away: true }]);
});

test.each([
  ["once all that is needed is there, people or not", { items: whole }],
  ["when it was put away", { put_away: true }],
])("there is no checklist %s", async (_, change) => {
  await open(change);
  expect(heading()).toBeNull();
  expect(screen.queryByRole("button", { name: "Put away" })).toBeNull();
});
