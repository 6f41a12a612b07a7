import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeNotices, fakeSeats, fakeWaiting } from "../testing/registry-fakes.ts";
import { ACCOUNT, PROJECT_UID, fakeProjectInfo } from "../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderRouter,
  signedInAs,
  testQueries,
} from "../testing/test-kit.tsx";
import { patterns } from "./paths.ts";
import { appRouter } from "./routes.tsx";
import { screens } from "./screens.ts";
import { unbuilt } from "./unbuilt.ts";

freshBrowser();

/** Opens the app at an address, as an account whose projects are known by `info`. */
async function openApp(address: string, info: () => Response = () => fakeProjectInfo()) {
  signedInAs("good");
  // Opened before in this tab: it is nobody's page but its own.
  sessionStorage.setItem("project_uid", "3f2504e0-4f89-41d3-9a0c-0305e82c3399");
  const all = fakeServer({
    "user-info": () => answer(getUserInfo, ACCOUNT),
    "rehash/seats": () => fakeSeats(),
    "rehash/waiting": () => fakeWaiting(),
    "rehash/notices": () => fakeNotices(),
    "app-config": () => answer(getAppConfig, {}),
    "project/all-project-list": () =>
      answer(allProjectList, { data: [], paginate_info: { total_item: 0, total_page: 0 } }),
    "project/project-info-only": info,
    "project/widget": info,
  });
  history.replaceState(null, "", address);
  const queries = testQueries();
  await renderRouter(appRouter(queries), queries);
  return all;
}

test("every address of the product has its screen, or is named as one that is not built yet", () => {
  const both = Object.keys(screens).filter((page) => page in unbuilt);
  expect(both).toEqual([]);
  const without = Object.keys(patterns).filter((page) => !(page in screens) && !(page in unbuilt));
  expect(without).toEqual([
    "login",
    "register",
    "invitation",
    "providerReturn",
    "verify",
    "supply",
    "statement",
  ]);
});

/** The routes that the tables of the two specifications name, and those of the menu to come (ruling 16). */
const SPECIFIED =
  "/ /list-project /list-project/:query /list-project-swh /detail/:id /statistic-project/:id /warranty/:id " +
  "/list-device/:id /events/:id /report/:id /support/:id /resource/:id /chart-tool/:id /control /admin /admin/:idProject " +
  "/report /alarms /showcase /esg /rehash/dashboard /rehash/impact-marketplace /rehash/exchange /rehash/my-activities " +
  "/rehash/off-exchange /rehash/register-services /rehash/devices /rehash/rec /rehash/account-receivable " +
  "/rehash/accounts-payable /rehash/fee /rehash/business-account-profile /details/:number";

test("every route of the specification is an address of the product", () => {
  const known: readonly string[] = Object.values(patterns);
  expect(SPECIFIED.split(" ").filter((route) => !known.includes(route))).toEqual([]);
});

const ofNoProject = Object.keys(unbuilt)
  .map((page) => patterns[page as keyof typeof unbuilt].replace(":number", "INV-7")) // the keys of a constant
  .filter((address) => !address.includes(":"));

test.each(ofNoProject)("%s says 'Function is updating' and shows no project", async (address) => {
  await openApp(address);
  expect(await screen.findByRole("heading", { name: "Function is updating" })).toBeTruthy();
  expect(location.pathname).toBe(address);
  expect(screen.queryByRole("navigation", { name: "Project menu" })).toBeNull();
});

test.each(["detail", "statistic-project", "events", "report", "warranty", "support"])(
  "/%s of a project that one may not see is the not-found page, without the tabs of a project",
  async (section) => {
    await openApp(`/${section}/${PROJECT_UID}`, () =>
      refusal(404, "No such project", { code: "project.not_found" }),
    );
    const heading = await screen.findByRole("heading", {
      level: 1,
      name: "Can not found any Project with this User",
    });
    expect(heading).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("navigation", { name: "Project menu" })).toBeNull());
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(screen.queryByRole("link", { name: "Statistic" })).toBeNull();
  },
);
