import { endpoint } from "@heliograph/contract/kernel/endpoint";
import { login, refreshToken, SESSION_REFUSALS } from "@heliograph/contract/identity/session";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  signedInAs,
  type ReceivedRequest,
} from "../testing/test-kit.tsx";
import { call } from "./call.ts";
import { search } from "./http.ts";
import { accessToken, onSessionEnd, refreshTokenKept } from "./session.ts";

freshBrowser();

const plants = endpoint({
  name: "plants",
  method: "GET",
  path: "plants",
  summary: "A call of a signed-in account",
  query: z.object({ page: z.number() }),
  answer: z.object({ page: z.number() }),
});
const { expired, ended, missing } = SESSION_REFUSALS;
const refusedAs = (stated: { status: number; message: string }) => refusal(stated.status, stated.message);
const renewed = (name: string) =>
  answer(refreshToken, {
    access_token: name,
    refresh_token: `refresh-of-${name}`,
    token_type: "Bearer",
    expires_in: 900,
    session_expires_at: "2027-01-01T00:00:00Z",
  });
/** Accepts only the token named `good`. */
const serving = (good: string) => (received: ReceivedRequest) =>
  received.headers.get("authorization") === `Bearer ${good}`
    ? Response.json({ page: Number(received.query.get("page")) })
    : refusedAs(expired);
const at = (all: ReceivedRequest[], path: string) => all.filter((one) => one.path === path);

test("twenty calls that find their token expired renew it once and are all answered with the new one", async () => {
  signedInAs("old");
  const all = fakeServer({
    plants: serving("new"),
    "refresh-token": async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return renewed("new");
    },
  });
  const pages = Array.from({ length: 20 }, (_, page) => page);
  const answers = await Promise.all(pages.map((page) => call(plants, { query: { page } })));
  expect(answers).toEqual(pages.map((page) => ({ page })));
  expect(at(all, "refresh-token").map((one) => one.body)).toEqual([{ refresh_token: "refresh-of-old" }]);
  expect(at(all, "plants")).toHaveLength(40);
  expect([accessToken(), refreshTokenKept()]).toEqual(["new", "refresh-of-new"]);
});

test("a call whose refusal arrives after the renewal is sent again without another one", async () => {
  signedInAs("old");
  let release: () => void = vi.fn();
  const late = new Promise<void>((resolve) => (release = resolve));
  const all = fakeServer({
    plants: async (received) => {
      if (received.query.get("page") === "1" && received.headers.get("authorization") === "Bearer old") {
        await late;
      }
      return serving("new")(received);
    },
    "refresh-token": () => renewed("new"),
  });
  const slow = call(plants, { query: { page: 1 } });
  await call(plants, { query: { page: 2 } });
  release();
  expect(await slow).toEqual({ page: 1 });
  expect(at(all, "refresh-token")).toHaveLength(1);
});

test("a token that another tab has renewed meanwhile is used, not renewed again", async () => {
  signedInAs("old");
  const all = fakeServer({
    plants: (received) => {
      if (received.headers.get("authorization") === "Bearer old") signedInAs("new");
      return serving("new")(received);
    },
  });
  expect(await call(plants, { query: { page: 3 } })).toEqual({ page: 3 });
  expect(at(all, "refresh-token")).toEqual([]);
});

test("a renewal that says the session is over clears it, once, and rejects all who waited with its words", async () => {
  signedInAs("old");
  const over = vi.fn();
  const stop = onSessionEnd(over);
  const all = fakeServer({ plants: serving("new"), "refresh-token": () => refusedAs(ended) });
  const results = await Promise.allSettled([1, 2, 3].map((page) => call(plants, { query: { page } })));
  stop();
  expect(results).toEqual(
    [1, 2, 3].map(() =>
      expect.objectContaining({
        status: "rejected",
        reason: expect.objectContaining({ status: 403, message: ended.message }),
      }),
    ),
  );
  expect(over.mock.calls).toEqual([["expired"]]);
  expect([accessToken(), refreshTokenKept()]).toEqual([null, null]);
  expect(at(all, "refresh-token")).toHaveLength(1);
  expect(at(all, "plants")).toHaveLength(3);
});

test("a renewal that does not reach the server keeps the session for the next try", async () => {
  signedInAs("old");
  let tries = 0;
  fakeServer({
    plants: serving("new"),
    "refresh-token": () => {
      tries += 1;
      if (tries === 1) throw new TypeError("no network");
      return renewed("new");
    },
  });
  await expect(call(plants, { query: { page: 1 } })).rejects.toMatchObject({ code: "network" });
  expect(accessToken()).toBe("old");
  expect(await call(plants, { query: { page: 1 } })).toEqual({ page: 1 });
});

test("who signs out while the token is being renewed stays signed out", async () => {
  signedInAs("old");
  fakeServer({
    plants: serving("new"),
    "refresh-token": () => {
      localStorage.clear();
      return renewed("new");
    },
  });
  await expect(call(plants, { query: { page: 1 } })).rejects.toMatchObject({ status: 403 });
  expect(accessToken()).toBeNull();
});

test.each([ended, missing])("the refusal '$message' ends the session without a renewal", async (stated) => {
  signedInAs("old");
  const all = fakeServer({ plants: () => refusedAs(stated) });
  await expect(call(plants, { query: { page: 1 } })).rejects.toMatchObject({ message: stated.message });
  expect(accessToken()).toBeNull();
  expect(at(all, "refresh-token")).toEqual([]);
});

test("another refusal is rejected as it is and leaves the session alone", async () => {
  signedInAs("old");
  fakeServer({
    plants: () =>
      refusal(403, "You can only look at this project", {
        code: "project.read_only",
        fields: { "query.page": "no" },
      }),
  });
  await expect(call(plants, { query: { page: 1 } })).rejects.toMatchObject({
    status: 403,
    code: "project.read_only",
    message: "You can only look at this project",
    fields: { "query.page": "no" },
  });
  expect(accessToken()).toBe("old");
});

test("without a token nothing is sent and what is left of the session is cleared", async () => {
  localStorage.setItem("refresh_token", "left over");
  const all = fakeServer({ plants: () => Response.json({ page: 1 }) });
  await expect(call(plants, { query: { page: 1 } })).rejects.toMatchObject({
    message: "Access token is missing",
  });
  expect(all).toEqual([]);
  expect(refreshTokenKept()).toBeNull();
});

test("signing in needs no token and sends none", async () => {
  signedInAs("old");
  const all = fakeServer({ login: () => refusal(401, "The account or the password is not correct") });
  const body = { username: "a@b.example", password: "x" };
  await expect(call(login, { body })).rejects.toMatchObject({ status: 401 });
  expect(all[0]?.headers.has("authorization")).toBe(false);
  expect(accessToken()).toBe("old");
});

test("every request carries JSON, the language en, the time zone and the token", async () => {
  signedInAs("good");
  const all = fakeServer({ plants: serving("good") });
  await call(plants, { query: { page: 1 } });
  expect(Object.fromEntries(all[0]?.headers ?? [])).toEqual({
    "accept-language": "en",
    authorization: "Bearer good",
    "content-type": "application/json",
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

/** What a call is refused with when the server replies so. */
const refusedBy = (reply: () => Response) => {
  fakeServer({ plants: reply });
  return expect(call(plants, { query: { page: 1 } })).rejects;
};

test("only a request without any reply reads as a server that cannot be reached; a proxy's page is a fault of the service", async () => {
  signedInAs("good");
  await refusedBy(() => new Response("<h1>Bad gateway</h1>", { status: 502 })).toMatchObject({
    status: 502,
    code: "unreadable",
    message: "The service is not available now, please try again",
  });
  await refusedBy(() => new Response("", { status: 413 })).toMatchObject({ message: "Something went wrong" });
  await refusedBy(() => {
    throw new TypeError("Failed to fetch");
  }).toMatchObject({ status: 0, code: "network", message: "The server cannot be reached" });
});

test("a query leaves out what is undefined and joins arrays by commas", () => {
  expect(search({ page: 2, status: undefined, uid: ["a", "b"] })).toBe("?page=2&uid=a%2Cb");
  expect(search(undefined)).toBe("");
});
