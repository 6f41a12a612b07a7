import { createApiKey, listApiKeys, revokeApiKey, type ApiKey } from "@heliograph/contract/fleet/api-keys";
import { listOwnProjects } from "@heliograph/contract/fleet/projects";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import ApiKeysScreen from "./ApiKeysScreen.tsx";

freshBrowser();

const UID = "00000000-0000-4000-8000-000000000001";
const KEY = `hgk_0123456789_${"k".repeat(43)}`;
const LISTED: ApiKey = {
  api_key_uid: UID,
  name: "Nightly report",
  shown: "hgk_0123456789",
  right: "read",
  projects: null,
  created_at: "2026-01-01T00:00:00Z",
  expires_at: "2099-01-01T00:00:00Z",
  last_used_at: null,
  last_address: null,
};

async function open(items: readonly ApiKey[] = [LISTED], refuse?: Response) {
  signedInAs("good");
  const all = fakeServer({
    "fleet/api-keys": () => answer(listApiKeys, { items: [...items] }),
    "fleet/api-key": ({ method }) =>
      refuse ??
      (method === "POST"
        ? answer(createApiKey, { api_key_uid: UID, key: KEY, expires_at: "2099-01-01T00:00:00Z" })
        : answer(revokeApiKey, { message: "The API key has been revoked" })),
    "fleet/project": () =>
      answer(listOwnProjects, {
        items: [
          {
            project_uid: PROJECT_UID,
            name: "Kho Long An",
            project_type: "pv",
            role: "owner",
            capacity_wp: 1,
            timezone: "Asia/Tokyo",
          },
        ],
        total_items: 1,
      }),
  });
  await renderAt("/api-keys", { "/api-keys": <ApiKeysScreen /> });
  return all;
}
const sent = (all: Awaited<ReturnType<typeof open>>) => all.filter(({ path }) => path === "fleet/api-key");

test("a key is shown this once, to be copied, with a line that uses it", async () => {
  const all = await open([]);
  expect(await screen.findByText("You have no keys")).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox", { name: /^Name/ }), { target: { value: "Nightly report" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the key" }));
  const key = await screen.findByRole<HTMLInputElement>("textbox", { name: "Key Nightly report" });
  expect(key.value).toBe(KEY);
  const line = screen.getByRole<HTMLInputElement>("textbox", { name: "Try it" });
  expect(line.value).toBe(`curl -H "Authorization: Bearer ${KEY}" "${location.origin}/api/v1/fleet/project"`);
  expect(screen.getByText(/Shown only now/)).toBeTruthy();
  expect(sent(all).map(({ body }) => body)).toEqual([
    { name: "Nightly report", right: "read", project_uids: null, valid_days: 90 },
  ]);
});

test("a key without a name, or for chosen projects without one, is not asked for", async () => {
  const all = await open();
  fireEvent.click(await screen.findByText("Chosen ones"));
  fireEvent.click(screen.getByRole("button", { name: "Make the key" }));
  expect(await screen.findByText("Choose at least one project")).toBeTruthy();
  expect(screen.getByText("Must not be empty")).toBeTruthy();
  expect(sent(all)).toEqual([]);
});

test("a list says what each may and reaches, when it was used, and which have expired", async () => {
  await open([
    LISTED,
    {
      ...LISTED,
      api_key_uid: "00000000-0000-4000-8000-000000000002",
      name: "Old",
      right: "write",
      projects: [{ project_uid: PROJECT_UID, name: "Kho Long An" }],
      expires_at: "2020-01-01T00:00:00Z",
      last_used_at: "2019-12-31T10:00:00Z",
      last_address: "203.0.113.7",
    },
  ]);
  const [first, second] = (await screen.findAllByRole("row")).slice(1);
  expect(first?.textContent).toContain("hgk_0123456789…");
  expect(first?.textContent).toContain("All projects");
  expect(first?.textContent).toContain("Never");
  expect(second?.textContent).toContain("Read and write");
  expect(second?.textContent).toContain("Kho Long An");
  expect(second?.textContent).toMatch(/expired .*2020/);
  expect(second?.textContent).toContain("203.0.113.7");
});

test("a key is ended after a question", async () => {
  const all = await open();
  fireEvent.click(await screen.findByRole("button", { name: "Revoke the key Nightly report" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("refused from the next call on");
  expect(sent(all)).toEqual([]);
  fireEvent.click(within(question).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("The API key has been revoked")).toBeTruthy();
  await waitFor(() => expect(sent(all).map(({ method }) => method)).toEqual(["DELETE"]));
});

test("why a key is refused is said", async () => {
  await open([], refusal(409, "An account may have 50 API keys", { code: "key.too_many" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /^Name/ }), { target: { value: "One more" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the key" }));
  expect(await screen.findByText("An account may have 50 API keys")).toBeTruthy();
});
