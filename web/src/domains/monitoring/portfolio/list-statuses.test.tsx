import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { listAnswer, listItem, listServer } from "./testing/list-fakes.ts";
import ProjectListScreen from "./ProjectListScreen.tsx";

freshBrowser();

test.each([
  ["Connected", { plant_status: "normal" }],
  ["Warning", { plant_status: "warning" }],
  ["Offline", { plant_status: "offline" }],
  ["Sleeping", { plant_status: "offline", sleeping: true }],
  ["Not installed yet", { plant_status: "not_configured" }],
] as const)("a project is %s when the server says %j", async (word, state) => {
  signedInAs("good");
  listServer({ "project/list": () => listAnswer([listItem(state)]) });
  await renderAt("/list-project", { "/list-project": <ProjectListScreen /> });
  const row = (await screen.findByRole("link", { name: "Nam" })).closest("tr") ?? document.body;
  const words = ["Connected", "Warning", "Offline", "Sleeping", "Not installed yet"];
  expect(words.filter((one) => within(row).queryByText(one, { exact: true }) !== null)).toEqual([word]);
});
