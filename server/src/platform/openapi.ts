import { problem, type Endpoint } from "@heliograph/contract";
import { z } from "zod";

/** The OpenAPI 3.1 document of the given endpoints; committed as contract/openapi.json. */
export function openApi(title: string, endpoints: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const e of endpoints) {
    paths[`/api/v1/${e.path}`] = { ...paths[`/api/v1/${e.path}`], [e.method.toLowerCase()]: operation(e) };
  }
  return { openapi: "3.1.0", info: { title, version: "1" }, paths };
}

function operation(e: Endpoint): object {
  const query = shape(e.query, "input") as { properties?: object; required?: string[] } | undefined;
  const body = shape(e.body, "input");
  return {
    operationId: e.name,
    summary: e.summary,
    parameters: Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: query?.required?.includes(name) ?? false,
      schema,
    })),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: "Done", content: json(shape(e.answer, "output")) },
      default: {
        description: `Refused: ${e.refusals.join(", ")}`,
        content: { "application/problem+json": { schema: shape(problem, "output") } },
      },
    },
  };
}

const json = (schema: unknown) => ({ "application/json": { schema } });
const shape = (schema: z.ZodType, io: "input" | "output") =>
  schema.type === "undefined" ? undefined : z.toJSONSchema(schema, { io });
