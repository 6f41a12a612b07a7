import { getUserInfo } from "@heliograph/contract/identity/account";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { refreshToken, SESSION_REFUSALS } from "@heliograph/contract/identity/session";
import { expect, test } from "vitest";
import { ACCOUNT as account } from "../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, refusal, signedInAs } from "../testing/test-kit.tsx";
import { call } from "./call.ts";
import { firstAnswer, type FirstCall } from "./first-answers.ts";
import { addressOf } from "./http.ts";

freshBrowser();

const ACCOUNT = addressOf(getUserInfo, undefined);
const CONFIG = addressOf(getAppConfig, undefined);
const settings = { product_name: "Sunwatch" };

/** What the first script leaves: a call of its own, by the token "good". */
function asked(address: string, given: Partial<FirstCall> = {}): void {
  window.firstCalls = {
    [address]: {
      atMs: Date.now(),
      token: "good",
      reply: Promise.resolve(Response.json(settings)),
      read: Promise.resolve(),
      ...given,
    },
  };
}

test("an answer that is there is taken once", () => {
  asked(CONFIG, { answer: settings });
  expect(firstAnswer(getAppConfig, CONFIG)?.product_name).toBe("Sunwatch");
  expect(firstAnswer(getAppConfig, CONFIG)).toBeUndefined();
});

test("an answer that another session had asked for is not taken", () => {
  signedInAs("another");
  asked(ACCOUNT, { answer: account });
  expect(firstAnswer(getUserInfo, ACCOUNT)).toBeUndefined();
  signedInAs("good");
  expect(firstAnswer(getUserInfo, ACCOUNT)?.email).toBe(account.email);
});

test("what is no answer of the call, or has become old, is not taken", () => {
  signedInAs("good");
  asked(ACCOUNT, { answer: settings });
  expect(firstAnswer(getUserInfo, ACCOUNT)).toBeUndefined();
  asked(CONFIG, { answer: settings, atMs: Date.now() - 60_000 });
  expect(firstAnswer(getAppConfig, CONFIG)).toBeUndefined();
});

test("a reply on its way is waited for, and the call not sent again", async () => {
  const received = fakeServer({});
  asked(CONFIG);
  expect((await call(getAppConfig, {})).product_name).toBe("Sunwatch");
  expect(received).toEqual([]);
});

test("the call is sent when its first reply did not arrive, or another session had asked", async () => {
  const received = fakeServer({
    "app-config": () => Response.json(settings),
    "user-info": () => Response.json({}),
  });
  asked(CONFIG, { reply: Promise.reject(new TypeError("offline")) });
  expect((await call(getAppConfig, {})).product_name).toBe("Sunwatch");
  signedInAs("another");
  asked(ACCOUNT);
  await expect(call(getUserInfo, {})).rejects.toThrow();
  expect(received.map(({ path }) => path)).toEqual(["app-config", "user-info"]);
});

test("a first reply that says the token has expired is followed by the renewal and the call itself", async () => {
  signedInAs("good");
  const { status, code, message } = SESSION_REFUSALS.expired;
  const received = fakeServer({
    [refreshToken.path]: () =>
      answer(refreshToken, {
        access_token: "new",
        refresh_token: "refresh-of-new",
        token_type: "Bearer",
        expires_in: 900,
        session_expires_at: "2027-01-01T00:00:00Z",
      }),
    "user-info": () => Response.json({}),
  });
  asked(ACCOUNT, { reply: Promise.resolve(refusal(status, message, { code })) });
  await expect(call(getUserInfo, {})).rejects.toThrow();
  expect(received.map(({ path }) => path)).toEqual([refreshToken.path, "user-info"]);
  expect(received.at(-1)?.headers.get("authorization")).toBe("Bearer new");
});
