// The window Platform Fees of the certificate pages.
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { getFeeSchedule } from "@heliograph/contract/parties/fees";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ACCOUNT } from "../../testing/project-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats, fakeWaiting } from "../../testing/registry-fakes.ts";
import { feeRate } from "../../testing/parties-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderRouter,
  signedInAs,
  testQueries,
} from "../../testing/test-kit.tsx";
import { appRouter } from "../routes.tsx";

freshBrowser();

test("C121: Platform Fees opens a window with the rates that the server says hold today, which closes with Escape", async () => {
  signedInAs("good");
  fakeServer({
    "rehash/seats": () => fakeSeats(),
    "rehash/waiting": fakeWaiting,
    "rehash/fee-schedule": () => answer(getFeeSchedule, { items: [feeRate({ rate: 912 })] }),
    "user-info": () => answer(getUserInfo, ACCOUNT),
    "app-config": () => answer(getAppConfig, { video_guides: [] }),
  });
  history.replaceState(null, "", `/rehash/fee?account=${BUSINESS_ACCOUNT}`);
  const queries = testQueries();
  const router = appRouter(queries);
  await renderRouter(router, queries);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("link", { name: "Platform Fees" }));
  const window = within(await screen.findByRole("dialog", { name: "Platform Fees" }));
  expect(await window.findByText("EUR 0.0912")).toBeTruthy();
  expect(window.queryByText("EUR 0.0800")).toBeNull();
  expect(router.state.location.search).toContain("panel=");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).not.toContain("panel=");
});
