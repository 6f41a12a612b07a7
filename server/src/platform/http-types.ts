// What domains and the HTTP server say to each other: who calls, with what, and how endpoints are served.
import type { Endpoint } from "@heliograph/contract";
import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Attachment } from "./attachment.ts";
import type { Send } from "./event-stream.ts";
import type { KeyReach } from "./limits/key-reach.ts";

/** A signed-in account. */
export interface Session {
  readonly account_id: number;
  readonly account_uid: string;
  /** Of a call with an API key the key's own uid. */
  readonly session_id: string;
  /** With a key everybody is a user. */
  readonly kind: "user" | "admin" | "platform_operator";
  /** The key that it came with instead of a session. */
  readonly key?: KeyReach;
}
/** A gateway that has shown its credential. */
export interface GatewayCaller {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly project_id: number;
  readonly serial: string;
  /** True until its first contact has been noted. */
  readonly is_new?: boolean;
}
/** What a call tells of where it comes from. */
export interface Origin {
  readonly address: string;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  /** Host and port that the caller asked, as it says itself: "localhost:8080". */
  readonly host: string;
  /** The IANA name of the `timezone` header (M203); undefined when not sent. */
  readonly timezone: string | undefined;
}
export interface Request<E extends Endpoint> {
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  readonly origin: Origin;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}
export type SessionRequest<E extends Endpoint> = Request<E> & { readonly session: Session };
/** What a file is sent with: its bytes, and how many the caller says there are. */
export type Upload<E extends Endpoint> = Omit<SessionRequest<E>, "body"> & {
  readonly file: Readable;
  readonly announcedBytes: number | undefined;
};
/** What serves an endpoint: the answer to a request. */
export type Handle<R, E extends Endpoint> = (request: R) => Promise<z.input<E["answer"]>>;

/** Who makes a call, and whether that may be; both throw a Problem when the credential is missing, wrong or expired. */
export interface Doorkeeper {
  readonly session: (origin: Origin, call: Endpoint) => Promise<Session>;
  readonly gateway: (origin: Origin) => Promise<GatewayCaller>;
}

/** How domains serve their endpoints. Each throws when the endpoint's `access` is of another kind. */
export interface Serve {
  <E extends Endpoint>(e: E, handle: Handle<SessionRequest<E>, E>): void;
  /** For endpoints with access "public". */
  public<E extends Endpoint>(e: E, handle: Handle<Request<E>, E>): void;
  /** For endpoints with access "gateway". */
  gateway<E extends Endpoint>(
    e: E,
    handle: Handle<Request<E> & { readonly gateway: GatewayCaller }, E>,
  ): void;
  /**
   * Server-sent events, each an `answer` of the endpoint. The handler returns what to do when the caller goes.
   */
  stream<E extends Endpoint>(
    e: E,
    open: (request: SessionRequest<E>, send: Send) => Promise<() => void>,
  ): void;
  /** A file as the body, which the handler reads and limits; one that is no file is refused `request.not_a_file`. */
  upload<E extends Endpoint>(e: E, handle: Handle<Upload<E>, E>): void;
  /** A file for whoever has a link that was signed for it (platform/documents/links.ts), always as an attachment. */
  publicDownload<E extends Endpoint>(e: E, handle: (request: Request<E>) => Promise<Attachment>): void;
  /** A file as the answer, always as an attachment. */
  download<E extends Endpoint>(e: E, handle: (request: SessionRequest<E>) => Promise<Attachment>): void;
}
