// Opens a certificate page in its frame, as the whole app does, for tests of the frame.
import { getDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { screen } from "@testing-library/react";
import { appRouter } from "../app/routes.tsx";
import { ACCOUNT } from "./project-fakes.ts";
import { BUSINESS_ACCOUNT, fakeNotices, fakeSeats, fakeWaiting } from "./registry-fakes.ts";
import { answer, fakeServer, renderRouter, signedInAs, testQueries } from "./test-kit.tsx";

/** What whoever owns a plant is asked to consent to. */
export const CONSENT = {
  project: { project_uid: BUSINESS_ACCOUNT, name: "Rice mill" },
  company: "Xanh Energy JSC",
  statement: "The company may register the plant.",
  language: "en" as const,
  signed_at: null,
  signed_by: null,
  devices: [],
};

/** Opens the address; `more`: what the server answers of calls beside those of the frame. */
export async function openRec(
  address: string,
  seats: () => Response = () => fakeSeats(),
  waiting: () => Response = fakeWaiting,
  more: Parameters<typeof fakeServer>[0] = {},
) {
  signedInAs("good");
  fakeServer({
    "rehash/seats": seats,
    "rehash/waiting": waiting,
    "rehash/notices": () => fakeNotices(),
    "rehash/device-consent": () => answer(getDeviceConsent, CONSENT),
    "user-info": () => answer(getUserInfo, ACCOUNT),
    "app-config": () =>
      answer(getAppConfig, { video_guides: [{ title: "Begin", url: "https://films.example/1" }] }),
    ...more,
  });
  history.replaceState(null, "", address);
  const queries = testQueries();
  const router = appRouter(queries);
  await renderRouter(router, queries);
  return router;
}

/** The menu at the left. */
export const menu = () => screen.findByRole("navigation", { name: "Main menu" });
