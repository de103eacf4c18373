import type { AnyElysia } from 'elysia';
import type { Address } from '../values/address.ts';
import { addRoute } from './add-route.ts';
import type { RouteResponses } from './describe-route.ts';
import type { SignedInKind } from './route-error.ts';
import type { InputSchemas, RouteSpec } from './route-spec.ts';

/**
 * Identity of the sender of a request with an access token. Handlers act for this wallet, and never for a wallet that the request itself
 * contains.
 */
export type SignedIn = { readonly authWallet: Address; readonly sessionId: string };

/**
 * Identifies the sender of a request by the access token in `Authorization: Bearer` (API specification, "Authentication"). Users' and
 * admins' tokens are never interchangeable. The check is synchronous for a token that was checked before.
 * @throws TerminalError 401 `token-missing`, `token-wrong`, `token-expired`, `session-ended`; 403 `token-of-other-kind`, `not-an-admin`;
 * RetryableError (503) when the store is not available
 */
export type BearerAuth = { readonly user: Bearer; readonly admin: Bearer };

/** Checks a user's access token that is not sent in a header, and reports later whether its session is still open. */
export type TokenCheck = {
  /**
   * Verifies an access token, and returns the wallet, the session and the expiry time that the token contains. @throws the errors of
   * `BearerAuth`, except for `token-missing`
   */
  readonly read: (jwt: string) => Promise<{ readonly wallet: Address; readonly sessionId: string; readonly expiresAtMs: number }>;
  readonly isOpen: (sessionId: string) => Promise<boolean>;
};

/** The check for one kind of access token: of users or of admins. */
export type Bearer = { readonly kind: SignedInKind; readonly check: (request: Request) => SignedIn | Promise<SignedIn> };

export type BearerRouteSpec<Input extends InputSchemas, Responses extends RouteResponses> = Omit<
  RouteSpec<Input, Responses>,
  'handle' | 'admit' | 'authorize' | 'signedInAs'
> & {
  /** The kind of access token that the route requires, with its check: `BearerAuth.user` or `BearerAuth.admin`. */
  bearer: Bearer;
  handle(input: Parameters<RouteSpec<Input, Responses>['handle']>[0] & SignedIn): ReturnType<RouteSpec<Input, Responses>['handle']>;
};

/** Adds a route that requires an access token. The token is checked before any part of the request is read. */
export function addBearerRoute<Input extends InputSchemas, const Responses extends RouteResponses>(
  app: AnyElysia,
  spec: BearerRouteSpec<Input, Responses>,
): void {
  const { bearer, handle, ...rest } = spec;
  const senders = new WeakMap<Request, SignedIn>();
  const remember = (request: Request, sender: SignedIn): void => {
    senders.set(request, sender);
  };
  addRoute<Input, Responses>(app, {
    ...rest,
    signedInAs: bearer.kind,
    admit(request) {
      const found = bearer.check(request);
      return found instanceof Promise ? found.then((sender) => remember(request, sender)) : remember(request, found);
    },
    handle(input) {
      const sender = senders.get(input.request);
      if (sender === undefined) throw new TypeError('A route for signed-in wallets ran without a check of the access token');
      return handle({ ...input, ...sender });
    },
  });
}
