// The OpenAPI document: what the contract states, in the form other tools read.
import { problem, type Endpoint } from "@heliograph/contract";
import { z } from "zod";

/** The parts of a schema that the readable page shows; a subset of JSON Schema 2020-12. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { name: string; in: "query"; required: boolean; schema: Schema }[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** An OpenAPI 3.1 document, as far as this product fills it. */
export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const CREDENTIALS = {
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "access_token of POST /api/v1/login",
  },
  key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "API key",
    description: "An API key of the account, made under Account, API keys; read: also one that may only read",
  },
  gateway: {
    type: "http",
    scheme: "basic",
    description: "Serial number and credential of a gateway, shown when it was added",
  },
};

/** Returns the document of the endpoints, grouped by domain; committed as contract/openapi.json. */
export function openApi(title: string, byDomain: Readonly<Record<string, readonly Endpoint[]>>): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [domain, endpoints] of Object.entries(byDomain)) {
    for (const e of endpoints) {
      const path = `/api/v1/${e.path}`;
      paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(e, domain) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title, version: "1" },
    tags: Object.keys(byDomain).map((name) => ({ name })),
    paths,
    components: { securitySchemes: CREDENTIALS, schemas: { Problem: shape(problem, "output") } },
  };
}

function operation(e: Endpoint, domain: string): Operation {
  const query = shape(e.query, "input");
  const body = shape(e.body, "input");
  const answer = shape(e.answer, "output");
  const refusals = [...e.refusals, ...(e.heavyFromDays === null ? [] : ["reads.too_many"])];
  return {
    operationId: e.name,
    tags: [domain],
    summary: e.summary,
    security: security(e),
    parameters: Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: mustBeGiven(e.query, name),
      schema,
    })),
    ...(body === undefined ? {} : { requestBody: { required: true, content: content(body) } }),
    responses: {
      200: { description: "Done", ...(answer === undefined ? {} : { content: content(answer) }) },
      default: {
        description: refusals.length === 0 ? "Refused" : `Refused: ${refusals.join(", ")}`,
        content: {
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } as Schema },
        }, // a reference is a schema too
      },
    },
  };
}

/** Asks the schema itself: of lists that are taken apart before they are checked, JSON Schema says that they may be left out. */
function mustBeGiven(query: z.ZodType, name: string): boolean {
  if (!(query instanceof z.ZodObject)) return false;
  const field: unknown = query.shape[name];
  return field instanceof z.ZodType && !field.safeParse(undefined).success;
}

function security({ access, keyRight }: Endpoint): Operation["security"] {
  if (access === "public") return [];
  if (access === "gateway") return [{ gateway: [] }];
  if (access === "admin" || access === "platform") return [{ session: [access] }];
  return keyRight === "none" ? [{ session: [] }] : [{ session: [] }, { key: [keyRight] }];
}

/** A file travels as it is, anything else as JSON. */
const content = (schema: Schema): Content => ({
  [schema.format === "binary" ? "application/octet-stream" : "application/json"]: { schema },
});

/** The schema as JSON Schema; undefined where the endpoint takes nothing. What JSON cannot say (a transform) is "any". */
function shape(schema: z.ZodType, io: "input" | "output"): Schema | undefined {
  if (schema.type === "undefined") return undefined;
  return plain(z.toJSONSchema(schema, { io, unrepresentable: "any" })) as Schema; // a superset of what Schema names
}

/** Without what OpenAPI says once for the whole document, and without the patterns that a format already names. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key]) =>
      key !== "$schema" && !(key === "pattern" && "format" in value && typeof value.format === "string"),
  );
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}
