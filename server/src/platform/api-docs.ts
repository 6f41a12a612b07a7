// The readable page of the API, made from the OpenAPI document. It carries neither style nor script, so that the
// content security policy of the product holds for it too.
import type { OpenApi, Operation, Schema } from "./openapi.ts";

/** Returns the page: an index by domain, then every call with parameters, body, answer, refusals and an example. */
export function apiDocs(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const domains = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const title = `${escaped(document.info.title)} API`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs.css"></head><body>
<nav aria-label="Calls"><h1>${title}</h1>${domains.map(index).join("")}</nav>
<main>${INTRODUCTION}${domains.map(chapter).join("")}</main></body></html>`;
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}
interface Domain {
  readonly name: string;
  readonly calls: readonly Call[];
}

const INTRODUCTION = `<section><h2>Before the first call</h2>
<p>Sign in with <code>POST /api/v1/login</code> and send the <code>access_token</code> of its answer as
<code>Authorization: Bearer …</code>. When a call answers 409 <code>Token expired</code>, get a new pair from
<code>POST /api/v1/refresh-token</code> and repeat the call. Programs of your own send an API key in its place, which you make on
the page of your account: it lasts, may be limited to reading and to chosen projects, and can be revoked. Each call below says
what a key needs for it. Gateways sign in with their serial number and credential
instead (HTTP Basic).</p>
<p>Bodies and answers are JSON. Energy is in Wh, power in W, instants are UTC unless a field says otherwise; null means that
a value is not known, never zero. A refused call answers <code>application/problem+json</code> with <code>status</code>,
<code>message</code>, <code>code</code> and, for input that is not valid, <code>fields</code>. Every answer carries
<code>x-request-id</code>; name it when you report a fault.</p>
<p>The same in OpenAPI 3.1, for tools: <a href="/api/openapi.json">/api/openapi.json</a>.</p></section>`;

function index({ name, calls }: Domain): string {
  const items = calls.map(
    ({ operation, method, path }) =>
      `<li><a href="#${operation.operationId}">${verb(method)} ${escaped(short(path))}</a></li>`,
  );
  return `<h2>${escaped(name)}</h2><ul>${items.join("")}</ul>`;
}

function chapter({ name, calls }: Domain): string {
  return `<h2 class="domain">${escaped(name)}</h2>${calls.map(section).join("")}`;
}

function section(call: Call): string {
  const { operation, method, path } = call;
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema;
  return `<section id="${operation.operationId}"><h3>${verb(method)} ${escaped(path)}</h3>
<p>${escaped(operation.summary)}. <span class="access">${access(operation)}</span></p>
${operation.parameters.length === 0 ? "" : `<h4>Query</h4>${parameters(operation)}`}
${body === undefined ? "" : `<h4>Body</h4>${fields(body)}`}
<h4>Answer</h4>${answer === undefined ? "<p>Nothing.</p>" : fields(answer)}
<h4>Refusals</h4><p>${escaped(operation.responses["default"]?.description ?? "")}</p>
<h4>Example</h4><pre>${escaped(example(call))}</pre></section>`;
}

function access({ security }: Operation): string {
  const [needed] = security;
  if (needed === undefined) return "Open to everyone.";
  if ("gateway" in needed) return "For gateways.";
  if (needed["session"]?.includes("admin") === true) return "For administrators.";
  if (needed["session"]?.includes("platform") === true) return "For platform operators.";
  const right = security.find((one) => "key" in one)?.["key"]?.[0];
  const keys = right === undefined ? "not for API keys" : `for API keys that may ${right}`;
  return `For signed-in accounts, ${keys}.`;
}

function parameters(operation: Operation): string {
  return table(
    operation.parameters.map(({ name, required, schema }) => row({ name, required, schema, depth: 0 })),
  );
}

/** How deep a schema is shown; what lies deeper is named by its type. */
const DEPTH = 5;

function fields(schema: Schema): string {
  const rows = rowsOf(schema, 0);
  return rows.length === 0 ? `<p><code>${escaped(typeOf(schema))}</code></p>` : table(rows);
}

function rowsOf(schema: Schema, depth: number): string[] {
  if (depth > DEPTH) return [];
  const inner = innermost(schema);
  return Object.entries(inner.properties ?? {}).flatMap(([name, part]) => [
    row({ name, required: inner.required?.includes(name) ?? false, schema: part, depth }),
    ...rowsOf(part, depth + 1),
  ]);
}

/** The object below lists, maps and nullable wrappers; the schema itself when there is none. */
function innermost(schema: Schema): Schema {
  if (schema.properties !== undefined) return schema;
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map(innermost);
  const below =
    schema.items ??
    (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined) ??
    choices.find(({ properties }) => properties !== undefined);
  return below === undefined ? schema : innermost(below);
}

function row(field: { name: string; required: boolean; schema: Schema; depth: number }): string {
  const { name, required, schema, depth } = field;
  const notes = [schema.description ?? "", limits(schema)].filter((note) => note !== "");
  return `<tr><td class="d${depth}"><code>${escaped(name)}</code>${required ? "" : ' <span class="optional">optional</span>'}</td>
<td><code>${escaped(typeOf(schema))}</code></td><td>${escaped(notes.join("; "))}</td></tr>`;
}

function table(rows: string[]): string {
  return `<div class="scroll" tabindex="0"><table><thead><tr><th>Name</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" | ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === "object") return `map to ${typeOf(schema.additionalProperties)}`;
  const type = typeof schema.type === "string" ? schema.type : (schema.type?.join(" | ") ?? "any");
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** True without a limit, or with the one that only says "fits a number exactly". */
function unbounded(value: number | undefined): boolean {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function limits(schema: Schema): string {
  const parts = [
    unbounded(schema.minimum) ? "" : `from ${schema.minimum}`,
    unbounded(schema.maximum) ? "" : `to ${schema.maximum}`,
    schema.maxLength === undefined ? "" : `at most ${schema.maxLength} characters`,
    schema.maxItems === undefined ? "" : `at most ${schema.maxItems} entries`,
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function example({ method, path, operation }: Call): string {
  const query = operation.parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sample(schema)))}`);
  const target = `http://127.0.0.1:8080${path}${query.length === 0 ? "" : `?${query.join("&")}`}`;
  const [needed] = operation.security;
  const signed =
    needed === undefined
      ? ""
      : "gateway" in needed
        ? ` -u "$SERIAL:$CREDENTIAL"`
        : ` -H "Authorization: Bearer $TOKEN"`;
  const body = operation.requestBody?.content["application/json"]?.schema;
  const sent =
    body === undefined
      ? ""
      : ` \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(sample(body))}'`;
  return `curl${method === "GET" ? "" : ` -X ${method}`}${signed} "${target}"${sent}`;
}

/** A value of the schema's shape: required members, the first choice, a plain text where nothing more is known. */
function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return sample(choice);
  if (schema.properties !== undefined) {
    const required = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(required.map(([name, part]) => [name, sample(part)]));
  }
  if (schema.items !== undefined) return [sample(schema.items)];
  const formats: Record<string, string> = {
    uuid: "3f0c9f1e-7a55-4c0e-9d6b-2f1f5f0d9a10",
    date: "2026-06-21",
    email: "owner@demo.example",
  };
  if (schema.format !== undefined && schema.format in formats) return formats[schema.format];
  const types: Record<string, unknown> = {
    integer: schema.minimum ?? 1,
    number: 1,
    boolean: true,
    object: {},
    null: null,
  };
  const type = String(schema.type);
  return type in types ? types[type] : "text";
}

const verb = (method: string) => `<b class="${method.toLowerCase()}">${method}</b>`;
const short = (path: string) => path.replace("/api/v1/", "");

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The style sheet of that page, at /api/docs.css: the policy of the product allows no style in a page. */
export const API_DOCS_STYLE = `
:root{color-scheme:light dark;--line:#d8dfdb;--dim:#57645e;--ground:#f6f8f7;--text:#14211c;--paper:#fff;--accent:#0b6b4f;--write:#1d4ed8;--remove:#b4390a}
@media(prefers-color-scheme:dark){:root{--line:#2b3a34;--dim:#9fb0a8;--ground:#0f1714;--text:#e6eeea;--paper:#15201c;--accent:#5fd0a5;--write:#8db4ff;--remove:#ff9d6b}}
*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground);display:grid;grid-template-columns:20rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);background:var(--paper)}
nav h1{font-size:1.1rem;margin:0 0 1rem}nav h2{font-size:.8rem;text-transform:uppercase;color:var(--dim);margin:1rem 0 .3rem}
nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.2rem 0;min-height:1.6rem;color:inherit;text-decoration:none;overflow-wrap:anywhere;font-size:.85rem}nav a:hover{color:var(--accent)}
main{padding:1.5rem 2rem;max-width:70rem}a{color:var(--accent)}h2.domain{text-transform:capitalize;margin:2.5rem 0 .5rem}
section h2{margin:.2rem 0 .6rem;font-size:1.2rem}section{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:1rem 1.25rem;margin:0 0 1rem;scroll-margin-top:1rem}
h3{margin:0;font:600 1rem ui-monospace,monospace;overflow-wrap:anywhere}h4{margin:1rem 0 .3rem;font-size:.8rem;text-transform:uppercase;color:var(--dim)}p{margin:.4rem 0}
b{font:700 .75rem ui-monospace,monospace;display:inline-block;min-width:3.2rem;color:var(--accent)}b.delete{color:var(--remove)}b.post,b.put{color:var(--write)}
.access,.optional{color:var(--dim);font-size:.85em}.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.88rem;table-layout:fixed;min-width:34rem}th:nth-child(1){width:38%}th:nth-child(2){width:37%}td{overflow-wrap:anywhere}
th{text-align:left;color:var(--dim);font-weight:500}th,td{padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.d1{padding-left:1rem}.d2{padding-left:2rem}.d3{padding-left:3rem}.d4{padding-left:4rem}.d5{padding-left:5rem}
pre{overflow-x:auto;background:var(--ground);border:1px solid var(--line);border-radius:6px;padding:.7rem;font-size:.82rem;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:800px){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}`;
