// What an API key may do and reach, over every call that the contract states: a call that is added is tried without being named here.
import { api, createApiKey } from "@heliograph/contract";
import { expect, test } from "vitest";
import { all, idSlots, pairs, unknown, type Ids } from "../testing/calls/call-kit.ts";
import { completePlant, product } from "../testing/product-kit.ts";
import type { Db } from "./platform/db.ts";

const TIME_LIMIT_MS = 120_000;

const sessionCalls = api.filter((e) => e.access === "session");
const withIds = sessionCalls.filter((e) => idSlots(e).length > 0 && e.keyRight !== "none");

type Ask = Awaited<ReturnType<typeof product>>["ask"];

/** The header of a key of the account, made as the screen makes it, and then given what `right` and `projects` say. */
async function keyOf(
  { db, ask }: { db: Db; ask: Ask },
  owner: string,
  { right, ids }: { right: "read" | "write"; ids: Ids },
): Promise<string> {
  const { key, api_key_uid } = createApiKey.answer.parse(
    JSON.parse((await ask(createApiKey, all(ids), owner)).body),
  );
  await db
    .updateTable("api_key")
    .set({ access_right: right })
    .where("api_key_uid", "=", api_key_uid)
    .execute();
  return `Bearer ${key}`;
}

/** Two complete plants of one account, and the header of a key for the first alone. */
async function twoPlants(right: "read" | "write") {
  const at = await product();
  const first = await completePlant(at.db, at.ask);
  const second = await completePlant(at.db, at.ask);
  const { account_id } = first;
  await at.db
    .insertInto("project_member")
    .values({ account_id, project_id: second.project_id, role: "owner" })
    .execute();
  await at.db
    .updateTable("project")
    .set({ name: "Hidden roof" })
    .where("project_id", "=", second.project_id)
    .execute();
  return { ...at, first, second, key: await keyOf(at, first.owner, { right, ids: first.ids }) };
}

const codeOf = (body: string): string | null => /^\{.*"code":"([a-z_.]+)"/.exec(body)?.[1] ?? null;

test(
  "a key that may only read makes every reading call as its account does, and is refused all others before anything is done",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const at = await product();
    const told: string[] = [];
    for (const e of sessionCalls) {
      const plant = await completePlant(at.db, at.ask);
      const key = await keyOf(at, plant.owner, { right: "read", ids: plant.ids });
      const own = e.keyRight === "read" ? await at.ask(e, all(plant.ids), plant.owner) : undefined;
      const { status, body } = await at.ask(e, all(plant.ids), key);
      const said = `${e.name}: ${status} ${body.slice(0, 200)}`;
      if (e.keyRight === "read" && status !== own?.status) told.push(said);
      if (e.keyRight === "none" && codeOf(body) !== "key.not_allowed") told.push(said);
      if (e.keyRight === "write" && !(status === 403 && codeOf(body)?.endsWith(".read_only") === true)) {
        told.push(said);
      }
    }
    expect(told).toEqual([]);
    expect(sessionCalls.filter(({ keyRight }) => keyRight === "none").length).toBeGreaterThan(8);
    const noted = await at.db
      .selectFrom("audit_event")
      .select("action")
      .distinct()
      .where("api_key_id", "is not", null)
      .orderBy("action")
      .execute();
    expect(noted.map(({ action }) => action)).toEqual(["key.first_used", "key.refused"]);
  },
);

test(
  "what is of a project that the key was not given answers byte for byte as what nothing has",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { ask, first, second, key } = await twoPlants("write");
    const told: string[] = [];
    for (const e of withIds) {
      for (const { what, pair } of pairs(e, first.ids, second.ids, unknown())) {
        const [hidden, none] = [await ask(e, pair[0], key), await ask(e, pair[1], key)];
        if (hidden.status !== 404) told.push(`${e.name}, ${what}: ${hidden.status} ${hidden.body}`);
        if (hidden.bytes !== none.bytes) {
          told.push(`${e.name}, ${what}: ${hidden.bytes} is not ${none.bytes}`);
        }
      }
    }
    expect(told).toEqual([]);
    expect(withIds.length).toBeGreaterThan(35);
  },
);

test("nothing that a key is answered names a project that it was not given, or anything in it", async () => {
  const { ask, first, second, key } = await twoPlants("read");
  const hidden = [...Object.values(second.ids), second.gateway_serial, "Hidden roof"];
  const told: string[] = [];
  for (const e of sessionCalls.filter(({ keyRight }) => keyRight === "read")) {
    const { status, body } = await ask(e, all(first.ids), key);
    if (status === 401) told.push(`${e.name}: ${body}`);
    told.push(...hidden.filter((word) => body.includes(word)).map((word) => `${e.name} tells ${word}`));
  }
  expect(told).toEqual([]);
});

test("for a key the calls of administrators are not there, also where its account is one", async () => {
  const at = await product();
  const plant = await completePlant(at.db, at.ask);
  const key = await keyOf(at, plant.owner, { right: "write", ids: plant.ids });
  await at.db.updateTable("account").set({ kind: "admin" }).execute();
  const told = new Set<string>();
  for (const e of api.filter(({ access }) => access === "admin")) {
    const { status, body } = await at.ask(e, all(plant.ids), key);
    told.add(`${status} ${codeOf(body)}`);
  }
  expect([...told]).toEqual(["404 request.no_such_address"]);
});
