import { register } from "@heliograph/contract/identity/account";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { signInWithCode } from "@heliograph/contract/identity/second-factor";
import { login, type SignedIn } from "@heliograph/contract/identity/session";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LanguageProvider } from "../../platform/i18n.tsx";
import { ThemeProvider } from "../../platform/theme.tsx";
import { answer, fakeServer, freshBrowser, refusal, type ReceivedRequest } from "../../testing/test-kit.tsx";
import { loadTexts } from "../../app/texts/load-texts.ts";
import LoginScreen from "./LoginScreen.tsx";
import RegisterScreen from "./RegisterScreen.tsx";

freshBrowser();

const signedIn: SignedIn = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "Bearer",
  expires_in: 900,
  session_expires_at: "2027-01-01T00:00:00Z",
  start_time: 1_700_000_000_000,
  user: {
    uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    display_name: "Nguyễn Thị Minh Anh",
    email: "owner@demo.example",
    username_login: "owner@demo.example",
    state_id: { name: null },
    street: null,
    phone: null,
    country_id: { name: null },
    mode: "dark",
    default_project_type: "pv",
    kind: "user",
  },
};

async function openPage(
  page: (signedIn: () => void) => React.ReactNode,
  replies: Parameters<typeof fakeServer>[0] = {},
) {
  const all = fakeServer({
    "app-config": () => answer(getAppConfig, { hotline: "1900 1234", registration_open: true }),
    ...replies,
  });
  const entered = vi.fn();
  const translate = await loadTexts("en");
  render(
    <ThemeProvider>
      <LanguageProvider load={loadTexts} first={{ lang: "en", translate }}>
        {page(entered)}
      </LanguageProvider>
    </ThemeProvider>,
  );
  return { all, entered };
}
const openLogin = (replies?: Parameters<typeof fakeServer>[0], ended = false) =>
  openPage((entered) => <LoginScreen signedIn={entered} ended={ended} />, replies);
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sent = (all: ReceivedRequest[], path: string) => all.filter((one) => one.path === path);

test("an empty form names what is missing, sends nothing and puts the focus on the first field", async () => {
  const { all } = await openLogin();
  press("Sign in");
  expect(await screen.findByText("Please enter your account!")).toBeTruthy();
  expect(screen.getByText("Please enter your password!")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Account")));
  expect(sent(all, "login")).toEqual([]);
});

test("an account that is no e-mail is refused before it is sent", async () => {
  const { all } = await openLogin();
  fill("Account", "owner");
  fill("Password", "sunlight");
  press("Sign in");
  expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
  expect(screen.getByLabelText("Account").getAttribute("aria-describedby")).toBe(
    screen.getByText("Please enter a valid email address").id,
  );
  expect(sent(all, "login")).toEqual([]);
});

test("signing in keeps the session and the account's theme, and enters", async () => {
  const { all, entered } = await openLogin({ login: () => answer(login, signedIn) });
  fill("Account", " Owner@demo.example ");
  fill("Password", "sunlight");
  press("Sign in");
  await waitFor(() => expect(entered).toHaveBeenCalledTimes(1));
  expect(sent(all, "login")[0]?.body).toEqual({ username: "owner@demo.example", password: "sunlight" });
  expect([localStorage.getItem("access_token"), localStorage.getItem("mode")]).toEqual(["access", "dark"]);
});

test("an account with a second factor is asked for a code, which goes with the ticket; a wrong one stands beside its field", async () => {
  const ticket = "A".repeat(43);
  const wrong = "The code is not correct, or was used already";
  const codes: string[] = [];
  const { all, entered } = await openLogin({
    login: () => answer(login, { second_factor: { ticket, expires_at: "2027-01-01T00:00:00Z" } }),
    "login/code": () => {
      codes.push("sent");
      return codes.length === 1
        ? refusal(401, wrong, { code: "second_factor.wrong", fields: { "body.code": wrong } })
        : answer(signInWithCode, signedIn);
    },
  });
  fill("Account", "owner@demo.example");
  fill("Password", "sunlight");
  press("Sign in");
  const code = await screen.findByLabelText("Code of the app");
  expect(document.activeElement).toBe(code);
  expect([entered.mock.calls.length, localStorage.getItem("access_token")]).toEqual([0, null]);
  fill("Code of the app", "123 456");
  press("Sign in");
  const fault = await screen.findByText(wrong);
  expect(screen.getByLabelText("Code of the app").getAttribute("aria-describedby")).toBe(fault.id);
  fill("Code of the app", "654321");
  press("Sign in");
  await waitFor(() => expect(entered).toHaveBeenCalledTimes(1));
  expect(sent(all, "login/code").map(({ body }) => body)).toEqual([
    { ticket, code: "123456" },
    { ticket, code: "654321" },
  ]);
  expect(localStorage.getItem("access_token")).toBe("access");
});

test("a refusal is a notification with the server's words, and leaves nobody signed in", async () => {
  const { entered } = await openLogin({
    login: () => refusal(401, "The account or the password is not correct"),
  });
  fill("Account", "owner@demo.example");
  fill("Password", "wrong");
  press("Sign in");
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("The account or the password is not correct");
  expect(entered).not.toHaveBeenCalled();
  expect(localStorage.getItem("access_token")).toBeNull();
});

test("who forgot the password is told the number to call", async () => {
  await openLogin();
  await screen.findByText("Create one");
  press("Forgot password?");
  expect(await screen.findByText("Please contact our call center to reset your password")).toBeTruthy();
  expect(screen.getByText("1900 1234").closest("a")?.getAttribute("href")).toBe("tel:19001234");
});

test("registration is offered only where it is open", async () => {
  const { all } = await openLogin({ "app-config": () => answer(getAppConfig, { registration_open: false }) });
  await waitFor(() => expect(sent(all, "app-config")).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(screen.queryByText("Create one")).toBeNull();
});

test("a session that ended by itself is said quietly", async () => {
  await openLogin({}, true);
  expect(screen.getByText("Your session has ended. Please sign in again.")).toBeTruthy();
});

test("the language changes at once and is kept", async () => {
  await openLogin();
  fireEvent.click(screen.getByRole("radio", { name: "VI" }));
  expect(await screen.findByRole("heading", { name: "Đăng nhập" })).toBeTruthy();
  // The document is told once the page is drawn.
  await waitFor(() =>
    expect([localStorage.getItem("language"), document.documentElement.lang]).toEqual(["vi", "vi"]),
  );
});

test("each field of the registration has its own rule", async () => {
  const { all } = await openPage((entered) => <RegisterScreen signedIn={entered} />);
  press("Create account");
  expect(await screen.findByText("Please enter your full name.")).toBeTruthy();
  expect(screen.getByText("Please enter your email")).toBeTruthy();
  expect(screen.getByText("Please enter your password!")).toBeTruthy();
  expect(screen.getByText("Please enter your confirm password")).toBeTruthy();
  fill("Full name", "Anh");
  fill("E-mail", "anh");
  fill("Password", "sunlight");
  fill("Retype password", "sunligth");
  press("Create account");
  expect(await screen.findByText("Please enter at least two words")).toBeTruthy();
  expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
  fill("Full name", "Minh Anh");
  fill("E-mail", "anh@demo.example");
  press("Create account");
  expect(await screen.findByText("Confirm password is not match")).toBeTruthy();
  expect(sent(all, "auth/local/register")).toEqual([]);
});

test("a field that the server refuses is marked with its words; a registration that works signs in", async () => {
  let taken = true;
  const message = "This email already has an account";
  const { entered } = await openPage((done) => <RegisterScreen signedIn={done} />, {
    "auth/local/register": () =>
      taken
        ? refusal(409, message, { code: "account.exists", fields: { "body.email": message } })
        : answer(register, signedIn),
  });
  fill("Full name", "Minh Anh");
  fill("E-mail", "anh@demo.example");
  fill("Password", "sunlight");
  fill("Retype password", "sunlight");
  press("Create account");
  const fault = await screen.findByText(message);
  expect(screen.getByLabelText("E-mail").getAttribute("aria-describedby")).toBe(fault.id);
  taken = false;
  press("Create account");
  await waitFor(() => expect(entered).toHaveBeenCalledTimes(1));
});
