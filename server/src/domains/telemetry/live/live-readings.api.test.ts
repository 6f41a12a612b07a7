import { expect, onTestFinished, test } from "vitest";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { connected, gatewayServer, newGateway, readings } from "../../../../testing/gateway-kit.ts";
import { liveServer, screen } from "../../../../testing/live-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";
import { startLedger } from "../../energy/index.ts";

test("a reading is on the screen within two seconds of its acknowledgement, and a resent one changes nothing there", async () => {
  const at = await gatewayServer();
  const { db } = at;
  const gateway = await newGateway(db);
  const worker = startLedger(at, {
    afterPass: async (tx, projects) => void (await refreshSummaries(tx, projects)),
  });
  onTestFinished(() => worker.stop());
  const url = await liveServer(db, at.listener);
  const { account_id, account_uid, project_uid } = await db
    .selectFrom("project_member as m")
    .innerJoin("account as a", "a.account_id", "m.account_id")
    .innerJoin("project as p", "p.project_id", "m.project_id")
    .select(["a.account_id", "a.account_uid", "p.project_uid"])
    .where("m.project_id", "=", gateway.project_id)
    .executeTakeFirstOrThrow();
  const { events } = await screen(url, await tokenFor(db, { account_id, account_uid }), project_uid);
  const { publish } = await connected(at.mqttUrl, gateway);
  await worker.idle(); // what a start has to do is done
  for (const power of [1000, 2000, 3000]) {
    await publish("readings", readings(gateway, [{ t: Date.now(), m: { ac_power_w: power } }]));
    await expect.poll(() => events.at(-1)?.active_power_w, { interval: 10 }).toBe(power);
  }
  const resent = readings(gateway, [{ t: Date.now() - 3_600_000, m: { ac_power_w: 7 } }], {
    historical: true,
  });
  await publish("readings", resent);
  await worker.idle();
  await publish("readings", readings(gateway, [{ t: Date.now(), m: { ac_power_w: 4000 } }]));
  await expect.poll(() => events.at(-1)?.active_power_w).toBe(4000);
  expect(events.map((event) => event.active_power_w)).not.toContain(7);
});
