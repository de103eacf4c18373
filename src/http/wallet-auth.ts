import type { AnyElysia } from 'elysia';
import { description, number, pipe, string, union } from 'valibot';
import type { Address } from '../values/address.ts';
import { addRoute } from './add-route.ts';
import type { RouteResponses } from './describe-route.ts';
import { evmAddress } from './fields.ts';
import { CALLDATA_BODY_BYTES } from './read-body.ts';
import type { InputSchemas, Received, RouteSpec } from './route-spec.ts';

/** Schemas of the fields that every signed body contains in addition to its payload (API specification, "Wallet-signature scheme"). */
export const signedFields = {
  wallet: pipe(evmAddress, description("The wallet that signs the request. The case of the address's letters does not matter.")),
  timestamp: pipe(
    union([number(), string()]),
    description('The time of signing in unix milliseconds, at most 5 minutes from now. The signed message contains it unchanged.'),
  ),
  signature: pipe(
    string(),
    description(
      'The wallet\'s signature (EIP-191 personal_sign; for contract wallets ERC-1271 or ERC-6492) of the text "<brand> <action> ' +
        '<SHA-256 of the canonical body> <timestamp>".',
    ),
  ),
};

export type SignedRouteSpec<Input extends InputSchemas, Responses extends RouteResponses> = Omit<
  RouteSpec<Input, Responses>,
  'handle' | 'verify'
> & {
  /**
   * Verifies the signature of the received body and returns the wallet that signed it. @throws TerminalError (401) when the signature is
   * not accepted
   */
  walletAuth: (received: Received) => Promise<Address>;
  handle(input: Parameters<RouteSpec<Input, Responses>['handle']>[0] & SignedBy): ReturnType<RouteSpec<Input, Responses>['handle']>;
};

/** The wallet that signed the request. Handlers act for this wallet, never for a wallet that the body contains. */
export type SignedBy = { readonly authWallet: Address };

/**
 * Adds a route that requires a wallet's signature of the body. The signature is checked after the body was read, and before any schema
 * changes the body. A signature counts as used even when the schemas then reject the body.
 */
export function addSignedRoute<Input extends InputSchemas, const Responses extends RouteResponses>(
  app: AnyElysia,
  spec: SignedRouteSpec<Input, Responses>,
): void {
  const { walletAuth, handle, ...rest } = spec;
  const signers = new WeakMap<Request, Address>();
  addRoute<Input, Responses>(app, {
    maxBodyBytes: CALLDATA_BODY_BYTES,
    ...rest,
    verify: async (received) => {
      signers.set(received.request, await walletAuth(received));
    },
    handle: (input) => {
      const authWallet = signers.get(input.request);
      if (authWallet === undefined) throw new TypeError('A signed route ran without a check of its signature');
      return handle({ ...input, authWallet });
    },
  });
}
