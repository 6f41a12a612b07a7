import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, freshBrowser, signedInAs } from "../testing/test-kit.tsx";
import { accessToken } from "../platform/session.ts";

freshBrowser();

const DAY_MS = 86_400_000;

test("opening the portal with a session over 89 days old leads to the login, which says so, and nothing is asked in its name", async () => {
  const all = fakeServer({});
  localStorage.setItem("language", "en");
  signedInAs("old");
  localStorage.setItem("startTime", String(Date.now() - 90 * DAY_MS));
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState(null, "", "/detail/3f2504e0-4f89-41d3-9a0c-0305e82c3301");
  await import("./main.tsx");
  expect(await screen.findByText("Your session has ended. Please sign in again.")).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(accessToken()).toBeNull();
  const inItsName = all.filter(({ headers }) => headers.get("authorization") !== null);
  expect(inItsName).toEqual([]);
});
