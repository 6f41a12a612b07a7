import { acceptInvitation, readInvitation, registerInvited } from "@heliograph/contract/fleet/invitations";
import { login, type SignedIn } from "@heliograph/contract/identity/session";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { loadTexts } from "../../app/texts/load-texts.ts";
import { LanguageProvider } from "../../platform/i18n.tsx";
import { ThemeProvider } from "../../platform/theme.tsx";
import { answer, fakeServer, freshBrowser, refusal, signedInAs } from "../../testing/test-kit.tsx";
import InvitationScreen from "./InvitationScreen.tsx";

freshBrowser();

const TOKEN = "t".repeat(43);
const EMAIL = "an@test.example";
const PROJECT = "00000000-0000-4000-8000-000000000001";
const NOT_VALID = "This invitation is not valid, or not any more";
const INVITATION = {
  project_name: "Nhà máy Ninh Thuận",
  project_type: "pv" as const,
  role: "read_only" as const,
  email: EMAIL,
  invited_by: "Lan Tran",
  expires_at: "2026-12-01T10:00:00Z",
  has_account: false,
};
const SIGNED_IN: SignedIn = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "Bearer",
  expires_in: 900,
  session_expires_at: "2027-01-01T00:00:00Z",
  start_time: Date.now(),
  user: {
    uid: PROJECT,
    display_name: "An Nguyen",
    email: EMAIL,
    username_login: EMAIL,
    state_id: { name: null },
    street: null,
    phone: null,
    country_id: { name: null },
    mode: "light",
    default_project_type: "pv",
    kind: "user",
  },
};

const assign = vi.fn<(address: string) => void>();
beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal("location", {
    pathname: "/invitation",
    origin: location.origin,
    hash: `#${TOKEN}`,
    assign,
    reload: vi.fn(),
  });
});

async function open(replies: Parameters<typeof fakeServer>[0] = {}) {
  const all = fakeServer({
    "fleet/invitation/read": () => answer(readInvitation, INVITATION),
    "fleet/invitation/accept": () => answer(acceptInvitation, { project_uid: PROJECT, project_type: "pv" }),
    ...replies,
  });
  const translate = await loadTexts("en");
  render(
    <ThemeProvider>
      <LanguageProvider load={loadTexts} first={{ lang: "en", translate }}>
        <InvitationScreen />
      </LanguageProvider>
    </ThemeProvider>,
  );
  return all;
}
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const bodies = (all: Awaited<ReturnType<typeof open>>) => all.map(({ path, body }) => [path, body]);

test("who has no account is told what it is about, makes one for that address, and comes to the project", async () => {
  const all = await open({ "fleet/invitation/register": () => answer(registerInvited, SIGNED_IN) });
  await screen.findByText("Lan Tran invites you to take part in");
  expect(screen.getByText("Nhà máy Ninh Thuận")).toBeTruthy();
  expect(screen.getByText("Read-only: you see everything and change nothing.")).toBeTruthy();
  expect(screen.getByLabelText("E-mail")).toHaveProperty("value", EMAIL);
  expect(screen.getByLabelText("E-mail")).toHaveProperty("readOnly", true);
  fill("Full name", "An Nguyen");
  fill("Password", "correct horse");
  fill("Retype password", "correct horse");
  press("Create the account and take part");
  await waitFor(() => expect(assign).toHaveBeenCalledWith(`/detail/${PROJECT}`));
  expect(bodies(all)).toEqual([
    ["fleet/invitation/read", { token: TOKEN }],
    [
      "fleet/invitation/register",
      {
        token: TOKEN,
        fullname: "An Nguyen",
        password: "correct horse",
        retypePassword: "correct horse",
      },
    ],
    ["fleet/invitation/accept", { token: TOKEN }],
  ]);
});

test("who has an account gives its password and comes to the project", async () => {
  const all = await open({
    "fleet/invitation/read": () => answer(readInvitation, { ...INVITATION, has_account: true }),
    login: () => answer(login, SIGNED_IN),
  });
  await screen.findByLabelText("Account");
  fill("Password", "correct horse");
  press("Sign in and take part");
  await waitFor(() => expect(assign).toHaveBeenCalledWith(`/detail/${PROJECT}`));
  expect(bodies(all).at(1)).toEqual(["login", { username: EMAIL, password: "correct horse" }]);
});

test("who is signed in takes part by a press; another account is told so and may be left", async () => {
  signedInAs("good");
  const message = "This invitation is for another e-mail address";
  await open({
    "fleet/invitation/accept": () => refusal(403, message, { code: "invitation.other_account" }),
    logout: () => refusal(503, "Please try again"),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Take part" }));
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  expect(assign).not.toHaveBeenCalled();
  press("Use another account");
  await screen.findByRole("button", { name: "Create the account and take part" });
  expect(localStorage.getItem("access_token")).toBeNull();
});

test("a link that is good for nothing says that and no more", async () => {
  const all = await open({
    "fleet/invitation/read": () => refusal(404, NOT_VALID, { code: "invitation.not_valid" }),
  });
  expect((await screen.findByRole("alert")).textContent).toContain(NOT_VALID);
  expect(screen.queryByRole("button", { name: /take part/i })).toBeNull();
  expect(all).toHaveLength(1);
});

test("when the server cannot answer it is asked again by a press", async () => {
  let busy = true;
  await open({
    "fleet/invitation/read": () =>
      busy
        ? refusal(429, "Too many attempts, please try again later", { code: "too_many_attempts" })
        : answer(readInvitation, INVITATION),
  });
  await screen.findByText("Too many attempts, please try again later");
  busy = false;
  press("Try again");
  await screen.findByText("Lan Tran invites you to take part in");
});
