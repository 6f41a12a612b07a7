import { setAlias } from "@heliograph/contract/fleet/aliases";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { OwnGateway } from "../gateways/use-gateways.ts";
import { changedAliases, fieldsOf, inParts, placesIn } from "./alias-rules.ts";

const alias = fc.constantFrom("", "East", "West", " East ", "Roof 1");
/** A uid, and what stands for it before and in its field. */
const thing = fc.record({ uid: fc.uuid(), before: alias, field: alias });
const plant = fc.array(fc.record({ gateway: thing, devices: fc.array(thing, { maxLength: 4 }) }), {
  maxLength: 4,
});

type Plant = typeof plant extends fc.Arbitrary<infer T> ? T : never;

const gatewaysOf = (of: Plant) =>
  of.map(
    ({ gateway, devices }) =>
      // Only the uids are read.
      ({
        gateway_uid: gateway.uid,
        devices: devices.map(({ uid }) => ({ device_uid: uid })),
      }) as unknown as OwnGateway,
  );
const things = (of: Plant) => of.flatMap(({ gateway, devices }) => [gateway, ...devices]);
const apart = (of: Plant) => new Set(things(of).map(({ uid }) => uid)).size === things(of).length;

test("what is sent, put over what was there, is what stands in the fields; what was not changed is not sent", () => {
  fc.assert(
    fc.property(plant.filter(apart), (of) => {
      const gateways = gatewaysOf(of);
      const before = Object.fromEntries(
        things(of).flatMap(({ uid, before: was }) => (was.trim() === "" ? [] : [[uid, was.trim()]])),
      );
      const fields = {
        ...fieldsOf(gateways, before),
        ...Object.fromEntries(things(of).map(({ uid, field }) => [uid, field])),
      };
      const body = setAlias.body.parse(changedAliases(gateways, fields, before));
      const sent = new Map([
        ...(body.gateway_list ?? []).map((one) => [one.gateway_uid, one.gateway_alias] as const),
        ...(body.device_list ?? []).map((one) => [one.device_uid, one.device_alias] as const),
      ]);
      for (const { uid, field } of things(of)) {
        const was = before[uid] ?? null;
        const wanted = field.trim() || null;
        expect(sent.has(uid)).toBe(wanted !== was);
        expect(sent.has(uid) ? sent.get(uid) : was).toBe(wanted);
      }
      expect(body.gateway_list?.length).not.toBe(0);
      expect(body.device_list?.length).not.toBe(0);
      expect(new Set(placesIn(body).keys())).toEqual(new Set(sent.keys()));
    }),
  );
});

test("parts hold everything once, in its order, and none is larger than it may be or empty", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (list, most) => {
      const parts = inParts(list, most);
      expect(parts.flat()).toEqual(list);
      expect(parts.every((part) => part.length > 0 && part.length <= most)).toBe(true);
    }),
  );
});
