// As much of oidc-provider as the tests use: it comes without types.
declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  const adapter: unknown;
  export default adapter;
}
declare module "oidc-provider" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  interface Interaction {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    readonly session?: { readonly accountId: string };
  }
  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    callback(): RequestListener;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
