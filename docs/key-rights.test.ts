// Which calls an API key may make is stated with each call (`keyRight`); some no key may ever make (decision 0092).
import { api, identityEndpoints, type Endpoint } from "@heliograph/contract";
import { expect, test } from "vitest";

const names = (calls: readonly Endpoint[]) => calls.map(({ name }) => name);
const open = api.filter(({ access, keyRight }) => access === "session" && keyRight !== "none");

test('a call of identity states keyRight: "none": no key reaches passwords, sessions or the account; one says whose key it is', () => {
  expect(names(open.filter((e) => identityEndpoints.includes(e)))).toEqual(["getUserInfo"]);
});

const givesAccess = (e: Endpoint) =>
  /^fleet\/(?:invitation|api-key)/.test(e.path) || /^(?:set|remove)Member$/.test(e.name);

test("no key makes keys, or gives people access to a project", () => {
  expect(names(open.filter(givesAccess))).toEqual([]);
});
