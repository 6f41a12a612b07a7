import {
  addGateway,
  FLEET_LIMITS,
  listGateways,
  removeGateway,
  renewGatewayCredential,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { accessTo, inProject, lockProject } from "../access/access.sql.ts";
import { mustNotBeBound } from "./bound.sql.ts";
import { newCredential } from "./credential.sql.ts";
import { devicesOfGateways } from "./devices.sql.ts";
import {
  gatewayCount,
  gatewaysOfOwner,
  gatewaysOfProject,
  insertGateway,
  markGatewayRemoved,
  projectOfGateway,
  replaceCredential,
} from "./gateway.sql.ts";

const CHANGE_GATEWAY = { to: "change", noun: "gateway" } as const;

/** Serves the gateways of projects, and their credentials. The projects of an account may have `most` together. */
export function gatewayRoutes(serve: Serve, db: Db, most: number): void {
  serve(listGateways, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => {
      const page = { size: query.items_page, number: query.page };
      const { items, total_items } = await gatewaysOfProject(tx, access, page);
      const gateway_ids = items.map(({ gateway_id }) => gateway_id);
      const devices = await devicesOfGateways(tx, access, gateway_ids);
      return {
        items: items.map(({ gateway_id, last_contact_at, ...gateway }) => ({
          ...gateway,
          last_contact_at: last_contact_at?.toISOString() ?? null,
          devices: devices.get(gateway_id) ?? [],
        })),
        total_items,
      };
    }),
  );

  serve(addGateway, ({ body: { project_uid, ...stated }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      await lockProject(tx, access);
      if ((await gatewayCount(tx, access)) >= FLEET_LIMITS.gatewaysPerProject) {
        throw new Problem(
          409,
          "gateway.too_many",
          `A project may have ${FLEET_LIMITS.gatewaysPerProject} gateways`,
        );
      }
      if ((await gatewaysOfOwner(tx, access)) >= most) {
        throw new Problem(409, "gateway.too_many", `The projects of an account may have ${most} gateways`);
      }
      const { credential, credential_hash } = newCredential();
      const capacity_wp = stated.capacity_wp ?? null;
      const gateway = await insertGateway(tx, access, { ...stated, capacity_wp, credential_hash });
      if (gateway === null) {
        const message = "This serial is in use";
        throw new Problem(409, "gateway.serial_taken", message, { "body.serial": message });
      }
      const { address } = origin;
      await audit(tx, {
        ...session,
        address,
        action: "gateway.added",
        subject: gateway.gateway_uid,
        project_id: access.project_id,
        after: { ...stated, capacity_wp },
      });
      return { ...gateway, serial: stated.serial, credential };
    }),
  );

  serveCredentials(serve, db);
}

function serveCredentials(serve: Serve, db: Db): void {
  serve(renewGatewayCredential, ({ body: { gateway_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const project = await projectOfGateway(tx, gateway_uid);
      const access = await accessTo(tx, session, project, CHANGE_GATEWAY);
      const { credential, credential_hash } = newCredential();
      const serial = await replaceCredential(tx, access, { gateway_uid, credential_hash });
      if (serial === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
      const { address } = origin;
      const { project_id } = access;
      const action = "gateway.credential_renewed";
      await audit(tx, { ...session, address, action, subject: gateway_uid, project_id });
      return { gateway_uid, serial, credential };
    }),
  );

  serve(removeGateway, ({ query: { gateway_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const project = await projectOfGateway(tx, gateway_uid);
      const access = await accessTo(tx, session, project, CHANGE_GATEWAY);
      await mustNotBeBound(tx, access, { gateway_uid });
      await markGatewayRemoved(tx, access, gateway_uid);
      const { address } = origin;
      const { project_id } = access;
      await audit(tx, { ...session, address, action: "gateway.removed", subject: gateway_uid, project_id });
      return { message: "The gateway has been removed" };
    }),
  );
}
