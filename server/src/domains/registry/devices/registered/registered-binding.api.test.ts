// What a change of its plant does to a registered device, and who looks (rule R10).
import { updateProject } from "@heliograph/contract";
import { expect, test } from "vitest";
import { registeredDevice, said } from "../../../../../testing/registry/registered-kit.ts";
import { registerBirth } from "../../../fleet/index.ts";

/** The meter becomes another thing at the gateway's next birth. */
const reborn = ({ db, plant, meter }: Awaited<ReturnType<typeof registeredDevice>>) => {
  const { gateway_id, gateway_uid, project_id, gateway_serial: serial } = plant;
  return db.transaction().execute((tx) =>
    registerBirth(tx, { gateway_id, gateway_uid, project_id, serial }, {
      kind: "birth",
      seq: 1,
      sent_at: Date.now(),
      interval_s: 300,
      devices: [{ serial: meter.serial, asset_type: "grid_meter", name: "" }],
    } as never),
  );
};

test("R10: a gateway's birth that makes something else of a bound meter, and a plant that is moved, suspend the binding until an issuer looks, who has ten days", async () => {
  const kit = await registeredDevice();
  const { api, read, decide, waiting, followed, trader, operator, issuer, plant, of } = kit;
  const because = async () => (await read()).units[0].suspended_because;
  await reborn(kit);
  expect(await because()).toBe("Kind, rating or serial of the device was changed");
  await followed();
  expect(await read(trader.token, of)).toMatchObject({
    status: "binding_suspended",
    next: { by: "issuer", is_you: false },
  });
  const { yours, services } = await waiting();
  expect(yours).toMatchObject([
    { service: "registered", number: "D000001", title: "Rice Mill Rooftop", status: "binding_suspended" },
  ]);
  expect(yours[0].next.until).toMatch(/T15:59:59\.999Z$/);
  expect(services.find(({ service }: { service: string }) => service === "registered").waiting).toBe(1);
  expect((await decide(operator.token, "confirm_binding")).body.code).toBe("GEN-403");
  expect((await decide(issuer.token, "confirm_binding")).body.status).toBe("in_force");
  expect(await because()).toBeNull();
  const moved = await api(updateProject, {
    token: trader.token,
    body: { project_uid: plant.project_uid, latitude: 11 },
  });
  expect(moved.status).toBe(200);
  expect(await because()).toBe("The place of the plant was changed");
  await followed();
  expect((await read()).status).toBe("binding_suspended");
});

test("DEV-043: a device with a suspended binding is resumed by an issuer, who has looked at it, and by no operator", async () => {
  const kit = await registeredDevice();
  const { read, decide, followed, issuer, operator, meter } = kit;
  await decide(operator.token, "suspend");
  await reborn(kit);
  await followed();
  expect((await read()).status).toBe("suspended");
  expect(said(await decide(operator.token, "resume"))).toBe(
    `422 DEV-043 The bindings of ${meter.serial.toUpperCase()} are suspended: an issuer resumes the device.`,
  );
  expect((await decide(issuer.token, "resume")).body.status).toBe("in_force");
  expect((await read()).units[0].suspended_because).toBeNull();
});
