// Puts the parts together. The only server file that names every domain.
import Fastify, { type FastifyInstance } from "fastify";
import type { Pools } from "./platform/db.ts";
import { server, type Doorkeeper } from "./platform/http.ts";

export function build(parts: { pools: Pools; doorkeeper: Doorkeeper }): FastifyInstance {
  const app = Fastify({ logger: false });
  server(app, parts.doorkeeper);
  return app;
}
