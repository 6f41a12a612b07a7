import { projectAudit } from "@heliograph/contract/fleet/audit";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  choose,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import AuditScreen from "./AuditScreen.tsx";

freshBrowser();

const ENTRY = {
  audit_id: 7,
  at: "2026-02-03T03:00:00Z",
  person: { email: "minh@test.example", name: "Minh Pham" },
  by: "key" as const,
  key: { name: "Nightly report", shown: "hgk_0123456789" },
  address: "203.0.113.7",
  action: "tariff.set",
  subject: PROJECT_UID,
  subject_name: "Kho Long An",
  before: { vnd_per_kwh: "2000.0000" },
  after: { vnd_per_kwh: "2300.0000" },
  detail: {},
  project: { project_uid: PROJECT_UID, name: "Kho Long An" },
};

async function open(
  given: { role?: "owner" | "managed"; search?: string; entries?: (typeof ENTRY)[]; fail?: boolean } = {},
) {
  const { role = "owner", search = "", entries = [ENTRY], fail = false } = given;
  signedInAs("good");
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: role }),
    "fleet/audit": () =>
      fail
        ? refusal(503, "The service is not available now, please try again")
        : answer(projectAudit, {
            items: entries,
            total_items: entries.length,
            people: [{ email: "minh@test.example", name: "Minh Pham" }],
            actions: ["project.changed", "tariff.set"],
          }),
  });
  await renderAt(`/audit/${PROJECT_UID}${search}`, { "/audit/:id": <AuditScreen /> });
  return all;
}
const asked = (all: Awaited<ReturnType<typeof open>>) =>
  all.filter(({ path }) => path === "fleet/audit").map(({ query }) => Object.fromEntries(query));

test("an entry says what was done, when and by whom, with which key and from where, and the value before and after", async () => {
  await open();
  const row = (await screen.findByText("Tariff set")).closest("tr");
  expect(row?.textContent).toContain("Minh Pham");
  expect(row?.textContent).toContain("with the key Nightly report · 203.0.113.7");
  expect(row?.textContent).toContain("VND per kWh: 2,000 → 2,300");
  expect(screen.getByText("1 entry")).toBeTruthy();
});

test("what is chosen is asked for, and stands in the address", async () => {
  const all = await open({ search: "?person=minh%40test.example" });
  await screen.findByText("Tariff set");
  expect(screen.getByRole("combobox", { name: "Person" }).textContent).toBe("Minh Pham");
  await choose(screen.getByRole("combobox", { name: "Thing" }), "Tariff: everything");
  const find = screen.getByRole("searchbox", { name: "Find a name, serial or e-mail" });
  fireEvent.change(find, { target: { value: "long an" } });
  fireEvent.keyDown(find, { key: "Enter" });
  await waitFor(() => expect(asked(all)).toHaveLength(3));
  expect(asked(all).at(-1)).toEqual({
    project_uid: PROJECT_UID,
    person: "minh@test.example",
    action: "tariff",
    keyword: "long an",
    page: "1",
    items_page: "25",
  });
});

test("an address asks for what it says", async () => {
  const all = await open({ search: "?action=tariff.set&page=2&from=2026-02-01&to=2026-02-03" });
  await screen.findByText("1 entry");
  expect(asked(all)[0]).toMatchObject({ action: "tariff.set", page: "2", from: "2026-01-31T17:00:00.000Z" });
});

test("an empty log says that nothing was done; one that is filtered offers everything", async () => {
  await open({ entries: [] });
  expect(await screen.findByText("Nothing was done yet")).toBeTruthy();
});

test("where nothing matches everything is a press away", async () => {
  const all = await open({ entries: [], search: "?action=tariff" });
  fireEvent.click(await screen.findByRole("button", { name: "Show everything" }));
  await waitFor(() => expect(asked(all)).toHaveLength(2));
  expect(asked(all)[1]?.["action"]).toBeUndefined();
});

test("what was refused is said, with a way to try again", async () => {
  const all = await open({ fail: true });
  const alert = await screen.findByRole("alert");
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(asked(all).length).toBeGreaterThan(1));
});

test("who is no owner is told so, and the log is not asked for", async () => {
  const all = await open({ role: "managed" });
  expect(await screen.findByText("Only owners of the project see its audit log.")).toBeTruthy();
  expect(asked(all)).toEqual([]);
});
