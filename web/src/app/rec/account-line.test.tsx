// What the frame of the certificate pages says of an account that does not do everything in its state.
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ACCOUNT } from "../../testing/project-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats, fakeWaiting, seatIn } from "../../testing/registry-fakes.ts";
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

/** The page Register services of an account in the state. */
async function openServices(status: ReturnType<typeof seatIn>["status"]) {
  signedInAs("good");
  fakeServer({
    "rehash/seats": () => fakeSeats({ accounts: [{ ...seatIn("Xanh Energy JSC"), status }] }),
    "rehash/waiting": fakeWaiting,
    "user-info": () => answer(getUserInfo, ACCOUNT),
    "app-config": () => answer(getAppConfig, { video_guides: [] }),
  });
  history.replaceState(null, "", `/rehash/register-services?account=${BUSINESS_ACCOUNT}`);
  const queries = testQueries();
  await renderRouter(appRouter(queries), queries);
}

test.each([
  ["under_review", "This business account is under review: until it is approved it can only be looked at"],
  ["suspended", "This business account is suspended: nothing new can be begun"],
  ["active", null],
  ["amendment_review", null],
] as const)(
  "each page of an account that is %s says why it cannot act and who does next, with the way to its profile; and offers nothing that it may not do",
  async (status, line) => {
    await openServices(status);
    const cards = await screen.findByRole("list", { name: "Records by kind" });
    if (line === null) {
      expect(await within(cards).findByRole("link", { name: "Register device" })).toBeTruthy();
      expect(screen.queryByRole("link", { name: "Open the account's profile" })).toBeNull();
      return;
    }
    expect(await screen.findByText(line)).toBeTruthy();
    const profile = screen.getByRole("link", { name: "Open the account's profile" });
    expect(profile.getAttribute("href")).toBe(`/rehash/business-account-profile?account=${BUSINESS_ACCOUNT}`);
    expect(within(cards).queryByRole("link", { name: "Register device" })).toBeNull();
  },
);
