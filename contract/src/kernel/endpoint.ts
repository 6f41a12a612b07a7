import { z } from "zod";

/** One API call, written once: the server serves it, the web calls it, OpenAPI lists it. */
export interface Endpoint<
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Under /api/v1, without a leading slash; the spec's own spelling. */
  readonly path: string;
  readonly summary: string;
  /** Who may call: anyone, a signed-in account, an admin, a platform operator, or a gateway with its own credential. */
  readonly access: "public" | "session" | "admin" | "platform" | "gateway";
  /**
   * The right that an API key needs to make this call of a signed-in account; "none": no key may, whatever its right, as what it
   * does is for the person alone. Left out: "read" for GET, "write" for all else.
   */
  readonly keyRight: "read" | "write" | "none";
  readonly query: Q;
  readonly body: B;
  readonly answer: R;
  /**
   * How the answer travels: as JSON that the server holds to `answer`, or as JSON made of columns of numbers, so long that
   * the server sends them as their handler gives them and packs them for speed. Tests hold those to `answer`.
   */
  readonly encoding: "json" | "columns";
  /** Codes this call may refuse with, beyond those every call shares. */
  readonly refusals: readonly string[];
  /**
   * A read over this many days or more is heavy: such reads take turns, fair by account, and beyond those that may wait they
   * are refused with `reads.too_many`. 0: whatever is asked; null: never.
   */
  readonly heavyFromDays: number | null;
}

type Stated<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Pick<
  Endpoint<Q, B, R>,
  "name" | "method" | "path" | "summary" | "answer"
> &
  Partial<
    Pick<
      Endpoint<Q, B, R>,
      "access" | "keyRight" | "query" | "body" | "encoding" | "refusals" | "heavyFromDays"
    >
  >;

const nothing = z.undefined();

/**
 * Returns the endpoint with what was left out filled in: access "session", the right of a key by its method, no query, no body, encoding "json", no
 * refusals of its own, never heavy. The types of query, body and answer are those of the schemas given.
 */
export function endpoint<
  R extends z.ZodType,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
>(stated: Stated<Q, B, R>): Endpoint<Q, B, R> {
  // Q and B are `typeof nothing` whenever the caller left them out; TypeScript cannot see that.
  return {
    access: "session",
    keyRight: stated.method === "GET" ? "read" : "write",
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    encoding: "json",
    refusals: [],
    heavyFromDays: null,
    ...stated,
  };
}

/** The endpoints among what the modules export, in the modules' order and by name within each. */
export function endpointsIn(...modules: readonly Readonly<Record<string, unknown>>[]): readonly Endpoint[] {
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "answer" in value;

/**
 * True where what is asked is heavy: its range from_date to to_date, or the days that `date` lists, are as many as the
 * endpoint states.
 */
export function isHeavy({ heavyFromDays }: Endpoint, query: unknown): boolean {
  return heavyFromDays !== null && daysOf(query) >= heavyFromDays;
}

/** Days that a query asks for; 0 where it names none. */
function daysOf(query: unknown): number {
  const { from_date, to_date, date }: Days = typeof query === "object" && query !== null ? query : {};
  if (Array.isArray(date)) return date.length;
  if (typeof from_date !== "string" || typeof to_date !== "string") return 0;
  return (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1;
}

interface Days {
  readonly from_date?: unknown;
  readonly to_date?: unknown;
  readonly date?: unknown;
}

type Part<K extends string, S extends z.ZodType> =
  z.input<S> extends undefined ? { [P in K]?: undefined } : { [P in K]: z.input<S> };

/** What a caller passes: exactly the parts the endpoint states. */
export type Call<E extends Endpoint> = Part<"query", E["query"]> & Part<"body", E["body"]>;
/** What the call answers when it is not refused. */
export type Answer<E extends Endpoint> = z.output<E["answer"]>;
