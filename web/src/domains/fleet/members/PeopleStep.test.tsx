import { inviteMember, listInvitations, revokeInvitation } from "@heliograph/contract/fleet/invitations";
import { listMembers, removeMember, setMember } from "@heliograph/contract/fleet/members";
import type { ProjectRole } from "@heliograph/contract/fleet/project-types";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { fireEvent, screen, within } from "@testing-library/react";
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
import { PeopleStep } from "./PeopleStep.tsx";

freshBrowser();

const OWN = "owner@demo.example";
const UID = "00000000-0000-4000-8000-000000000001";
const TOKEN = "t".repeat(43);
const MEMBERS = [
  { email: OWN, display_name: "Lan Tran", role: "owner" as const },
  { email: "minh@test.example", display_name: "Minh Pham", role: "managed" as const },
];
const EXPIRED = {
  invitation_uid: UID,
  email: "an@test.example",
  role: "read_only" as const,
  invited_by: "Lan Tran",
  created_at: "2026-01-01T00:00:00Z",
  expires_at: "2026-01-08T00:00:00Z",
};

async function open(given: { role?: ProjectRole; refuse?: Response } = {}) {
  signedInAs("good");
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: given.role ?? "owner" }),
    "user-info": () =>
      answer(getUserInfo, {
        uid: UID,
        display_name: "Lan Tran",
        email: OWN,
        username_login: OWN,
        state_id: { name: null },
        street: null,
        phone: null,
        country_id: { name: null },
        mode: "light",
        default_project_type: "pv",
        kind: "user",
      }),
    "fleet/member": ({ method }) => {
      if (method === "GET") return answer(listMembers, { items: MEMBERS });
      return (
        given.refuse ??
        (method === "POST"
          ? answer(setMember, { message: "The member has been saved" })
          : answer(removeMember, { message: "The member has been removed" }))
      );
    },
    "fleet/invitation": ({ method }) => {
      if (method === "GET") return answer(listInvitations, { items: [EXPIRED] });
      if (method === "DELETE") {
        return answer(revokeInvitation, { message: "The invitation has been revoked" });
      }
      return (
        given.refuse ??
        answer(inviteMember, { invitation_uid: UID, token: TOKEN, expires_at: "2026-12-01T10:00:00Z" })
      );
    },
  });
  await renderAt("/", { "/": <PeopleStep uid={PROJECT_UID} />, "/list-project": <p>The list</p> });
  return all;
}

const written = (all: Awaited<ReturnType<typeof open>>) =>
  all
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body, query }) => [method, path, body ?? Object.fromEntries(query)]);
const linkField = () => screen.findByRole<HTMLInputElement>("textbox", { name: /^Link for/ });

test("an address, a role and a time make a link that is shown once, with whom it is for", async () => {
  const all = await open();
  fireEvent.change(await screen.findByLabelText("E-mail address"), {
    target: { value: " An@Test.example " },
  });
  fireEvent.click(screen.getByRole("radio", { name: "30 days" }));
  fireEvent.click(screen.getByRole("button", { name: "Make the link" }));
  expect((await linkField()).value).toBe(`${location.origin}/invitation#${TOKEN}`);
  expect(screen.getByText(/Shown only now.*an@test\.example takes part, once/)).toBeTruthy();
  expect(written(all)).toEqual([
    [
      "POST",
      "fleet/invitation",
      { project_uid: PROJECT_UID, email: "an@test.example", role: "read_only", valid_days: 30 },
    ],
  ]);
});

test("what the server refuses stands beside the address", async () => {
  const message = "This address takes part already";
  await open({ refuse: refusal(409, message, { code: "member.exists", fields: { "body.email": message } }) });
  const field = await screen.findByLabelText("E-mail address");
  fireEvent.change(field, { target: { value: "minh@test.example" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the link" }));
  await screen.findByText(message);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("an open invitation says whether it has expired, gets a new link, and is revoked", async () => {
  const all = await open();
  const table = await screen.findByRole("table", { name: "Open invitations" });
  await within(table).findByText(/^expired/);
  fireEvent.click(within(table).getByRole("button", { name: "New link for an@test.example" }));
  expect((await linkField()).value).toContain(TOKEN);
  fireEvent.click(within(table).getByRole("button", { name: "Revoke the invitation of an@test.example" }));
  await screen.findByText("The invitation has been revoked");
  // The link of what was revoked is not offered any more.
  expect(screen.queryByRole("textbox", { name: /^Link for/ })).toBeNull();
  expect(written(all).map(([method]) => method)).toEqual(["POST", "DELETE"]);
});

test("a role is changed where it stands, and who is removed is named in the question before", async () => {
  const all = await open();
  await screen.findByText("Lan Tran (you)");
  await choose(screen.getByRole("combobox", { name: "Role of Minh Pham" }), "Read-only");
  await screen.findByText("The member has been saved");
  fireEvent.click(screen.getByRole("button", { name: "Remove Minh Pham" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove Minh Pham from the project?" });
  fireEvent.click(within(question).getByRole("button", { name: "Remove" }));
  await screen.findByText("The member has been removed");
  expect(written(all)).toEqual([
    ["POST", "fleet/member", { project_uid: PROJECT_UID, email: "minh@test.example", role: "read_only" }],
    ["DELETE", "fleet/member", { project_uid: PROJECT_UID, email: "minh@test.example" }],
  ]);
});

test("an owner who leaves goes to the list, and the last one is told that a project needs an owner", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Remove Lan Tran" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await screen.findByText("The list");
});

test("a refused removal says why and changes nothing", async () => {
  await open({ refuse: refusal(409, "A project needs an owner", { code: "project.last_owner" }) });
  fireEvent.click(await screen.findByRole("button", { name: "Remove Lan Tran" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await screen.findByText("A project needs an owner");
  expect(screen.queryByText("The list")).toBeNull();
});

test("an O&M operator is told that owners decide, and asks for nothing", async () => {
  const all = await open({ role: "managed" });
  await screen.findByText("Only owners see and decide who takes part.");
  expect(all.filter(({ path }) => /member|invitation/.test(path))).toEqual([]);
});
