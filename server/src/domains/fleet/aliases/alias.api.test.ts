import { randomUUID } from "node:crypto";
import { ALIASES_AT_ONCE, getAlias, restoreDefaultAlias, setAlias } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, projectsApi, tokenFor } from "../../../../testing/fleet-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

async function kit() {
  const kitted = await projectsApi();
  const { api, token, plant, db } = kitted;
  const query = { project_uid: plant.project_uid };
  const { gateway_uid, device_uid } = plant;
  return {
    ...kitted,
    gateway_uid,
    device_uid,
    aliases: async (by = token) => (await api(getAlias, { token: by, query })).body,
    set: (body: object, by = token) => api(setAlias, { token: by, query, body }),
    restore: (uids: readonly string[], by = token) =>
      api(restoreDefaultAlias, { token: by, query, body: { device_uid: uids } }),
    audited: () =>
      db
        .selectFrom("audit_event")
        .select(["account_id", "action", "subject", "project_id", "before", "after"])
        .where("action", "like", "%.alias_set")
        .orderBy("audit_id")
        .execute(),
  };
}
const gatewayNamed = (gateway_uid: string, gateway_alias: unknown) => ({
  gateway_list: [{ gateway_uid, gateway_alias }],
});
const deviceNamed = (gateway_uid: string, device_uid: string, device_alias: unknown) => ({
  device_list: [{ gateway_uid, device_uid, device_alias }],
});

test("aliases are set by uid, read as a map, and cleared by null or by empty text, which leave the others", async () => {
  const { gateway_uid, device_uid, set, aliases } = await kit();
  expect(await aliases()).toEqual({});
  const both = { ...gatewayNamed(gateway_uid, " Hall B "), ...deviceNamed(gateway_uid, device_uid, "South") };
  const told = await set(both);
  expect([told.status, told.body]).toEqual([200, { message: "The aliases have been saved" }]);
  expect(await aliases()).toEqual({ [gateway_uid]: "Hall B", [device_uid]: "South" });
  await set(gatewayNamed(gateway_uid, null));
  expect(await aliases()).toEqual({ [device_uid]: "South" });
  await set(deviceNamed(gateway_uid, device_uid, "  "));
  expect(await aliases()).toEqual({});
  expect((await set({})).status).toBe(200);
});

test("the default names come back for those that are named, gateways and devices alike", async () => {
  const { gateway_uid, device_uid, set, restore, aliases } = await kit();
  await set({ ...gatewayNamed(gateway_uid, "Hall B"), ...deviceNamed(gateway_uid, device_uid, "South") });
  const told = await restore([device_uid]);
  expect([told.status, told.body]).toEqual([200, { message: "The default names have been restored" }]);
  expect(await aliases()).toEqual({ [gateway_uid]: "Hall B" });
  await set(deviceNamed(gateway_uid, device_uid, "South"));
  await restore([gateway_uid, device_uid]);
  expect(await aliases()).toEqual({});
});

test("each alias that becomes another is in the audit log with what it was before, and one that stays is not", async () => {
  const { plant, gateway_uid, device_uid, set, restore, audited } = await kit();
  const both = { ...gatewayNamed(gateway_uid, "Hall B"), ...deviceNamed(gateway_uid, device_uid, "South") };
  await set(both);
  await set({ ...both, ...gatewayNamed(gateway_uid, "Hall C") });
  await restore([device_uid, gateway_uid]);
  await restore([device_uid, gateway_uid]);
  const { account_id, project_id } = plant;
  const gateway = { account_id, project_id, action: "gateway.alias_set", subject: gateway_uid };
  const device = { account_id, project_id, action: "device.alias_set", subject: device_uid };
  expect(await audited()).toEqual([
    { ...gateway, before: { alias: null }, after: { alias: "Hall B" } },
    { ...device, before: { alias: null }, after: { alias: "South" } },
    { ...gateway, before: { alias: "Hall B" }, after: { alias: "Hall C" } },
    { ...gateway, before: { alias: "Hall C" }, after: { alias: null } },
    { ...device, before: { alias: "South" }, after: { alias: null } },
  ]);
});

test("one thing that is not the project's refuses all that was named with it, and leaves no trace", async () => {
  const { db, gateway_uid, device_uid, set, restore, aliases, audited } = await kit();
  const other = await scene(db);
  const good = gatewayNamed(gateway_uid, "Hall B");
  const refusals = [
    await set({ ...good, ...deviceNamed(gateway_uid, other.device_uid, "South") }),
    await set({ ...good, ...deviceNamed(other.gateway_uid, device_uid, "South") }),
    await set({ ...good, ...deviceNamed(gateway_uid, randomUUID(), "South") }),
    await set({
      ...deviceNamed(gateway_uid, device_uid, "South"),
      ...gatewayNamed(other.gateway_uid, "Mine"),
    }),
    await restore([gateway_uid, other.gateway_uid]),
    await restore([device_uid, other.device_uid]),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [404, "device.not_found"],
    [404, "device.not_found"],
    [404, "device.not_found"],
    [404, "gateway.not_found"],
    [404, "device.not_found"],
    [404, "device.not_found"],
  ]);
  expect([await aliases(), await audited()]).toEqual([{}, []]);
});

test("a gateway or device that was removed has no alias to read or to set", async () => {
  const { db, gateway_uid, device_uid, set, aliases } = await kit();
  await set({ ...gatewayNamed(gateway_uid, "Hall B"), ...deviceNamed(gateway_uid, device_uid, "South") });
  const gone = { removed_at: new Date() };
  await db.updateTable("device").set(gone).execute();
  expect(await aliases()).toEqual({ [gateway_uid]: "Hall B" });
  expect((await set(deviceNamed(gateway_uid, device_uid, "North"))).status).toBe(404);
  await db.updateTable("device").set({ removed_at: null }).execute();
  await db.updateTable("gateway").set(gone).execute();
  expect(await aliases()).toEqual({});
  expect((await set(gatewayNamed(gateway_uid, "Hall C"))).status).toBe(404);
});

test("who may only look reads aliases and sets none; for a stranger the project is not there", async () => {
  const { db, plant, gateway_uid, device_uid, set, restore, aliases, audited } = await kit();
  await set(gatewayNamed(gateway_uid, "Hall B"));
  const reader = (await accountOn(db, { project_id: plant.project_id, role: "read_only" })).token;
  const manager = (await accountOn(db, { project_id: plant.project_id, role: "managed" })).token;
  const stranger = await tokenFor(db, await scene(db));
  expect(await aliases(reader)).toEqual({ [gateway_uid]: "Hall B" });
  for (const told of [
    await set(gatewayNamed(gateway_uid, "Mine"), reader),
    await restore([gateway_uid], reader),
  ]) {
    expect([told.status, told.body.code]).toEqual([403, "project.read_only"]);
  }
  for (const told of [
    await set(gatewayNamed(gateway_uid, "Mine"), stranger),
    await restore([gateway_uid], stranger),
  ]) {
    expect([told.status, told.body.code]).toEqual([404, "project.not_found"]);
  }
  expect((await aliases(stranger)).code).toBe("project.not_found");
  expect(await audited()).toHaveLength(1);
  expect((await set(deviceNamed(gateway_uid, device_uid, "South"), manager)).status).toBe(200);
});

test.each([
  ["longer than 200", { gateway_list: [{ gateway_alias: "x".repeat(201) }] }, "gateway_list.0.gateway_alias"],
  ["with a line break", { gateway_list: [{ gateway_alias: "a\nb" }] }, "gateway_list.0.gateway_alias"],
  ["left out", { gateway_list: [{}] }, "gateway_list.0.gateway_alias"],
  ["named twice", { gateway_list: [{ gateway_alias: "a" }, { gateway_alias: "b" }] }, "gateway_list"],
  [
    "among too many",
    { gateway_list: Array.from({ length: ALIASES_AT_ONCE + 1 }, () => ({ gateway_alias: "a" })) },
    "gateway_list",
  ],
  ["beside a field that is none", { gateway_list: [], names: [] }, "names"],
])("an alias that is %s is refused by the field's name", async (_what, body, field) => {
  const { gateway_uid, set, aliases } = await kit();
  const gateway_list = body.gateway_list.map((one) => ({ gateway_uid, ...one }));
  const told = await set({ ...body, gateway_list });
  expect([told.status, told.body.code]).toEqual([400, "request.invalid"]);
  expect(Object.keys(told.body.fields).join()).toContain(`body.${field}`);
  expect(await aliases()).toEqual({});
});

test("of two people who name the same things in another order, each is heard whole", async () => {
  const { db, plant, token, api } = await kit();
  const { project_id, gateway_id, gateway_uid } = plant;
  const uids = await db
    .insertInto("device")
    .values(
      Array.from({ length: 20 }, (_, n) => ({
        project_id,
        gateway_id,
        asset_type: "solar_inverter",
        serial: `B-${n}`,
      })),
    )
    .returning("device_uid")
    .execute();
  const list = (alias: string) =>
    uids.map(({ device_uid }) => ({ gateway_uid, device_uid, device_alias: alias }));
  const query = { project_uid: plant.project_uid };
  const told = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      api(setAlias, {
        token,
        query,
        body: { device_list: n % 2 === 0 ? list("East") : list("West").toReversed() },
      }),
    ),
  );
  expect(told.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const left = (await api(getAlias, { token, query })).body;
  expect(new Set(Object.values(left)).size).toBe(1);
});
