import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { describedAs } from '../../http/described-as.ts';
import { chainIdMember, chainIdText, evmAddress } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { WalletAuth } from '../../http/wallet-auth/create-wallet-auth.ts';
import { signedFields } from '../../http/wallet-auth.ts';
import type { Address } from '../../values/address.ts';
import type { SmartAccounts } from './create-smart-accounts.ts';

const saveBody = v.object({
  chainId: chainIdMember,
  scaAddress: evmAddress,
  ownerAddress: evmAddress,
  factory: v.optional(v.nullable(evmAddress), null),
  salt: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  label: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
});

const accountSchema = v.object({
  _id: v.string(),
  id: v.string(),
  chainId: v.number(),
  scaAddress: v.string(),
  ownerAddress: v.string(),
  factory: v.nullable(v.string()),
  salt: v.nullable(v.string()),
  label: v.nullable(v.string()),
  /** True when the owner signed the registration and the account contract reports the owner on chain. */
  isVerified: v.boolean(),
  isSigned: v.boolean(),
  isNamedByAccount: v.boolean(),
  createdAt: v.string(),
});
const one = { description: 'The record.', data: accountSchema };

/** Creates the routes `POST /api/defi/save-sca` and `GET /api/defi/get-sca/:address` (API specification, "Other trading routes"). */
export function createSmartAccountRoutes(deps: { accounts: SmartAccounts; auth: WalletAuth }): AnyElysia {
  const { accounts, auth } = deps;
  const signers = new WeakMap<Request, Address>();
  const app = new Elysia({ name: 'smart-accounts', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/save-sca',
    summary: 'Register the owner of a smart-contract account',
    description:
      'A saved record is not changed by a request without a signature: the same request again is answered with 200, one with ' +
      'other details for the same chain, account and owner with 409. Unsigned records are not verified: do not send funds to an ' +
      'address that is not `isVerified`. A record is verified when the owner signed the body (optional: `wallet`, `timestamp` ' +
      'and `signature` as in signed routes, action `save-sca`) and the account names the owner on chain (`owner()` or ' +
      '`isOwner(address)`). A signed request replaces the saved record. Records that are not verified are deleted after a day, ' +
      'with a signature after a week.',
    input: { body: v.pipe(saveBody, describedAs(v.object({ ...saveBody.entries, ...v.partial(v.object(signedFields)).entries }))) },
    verify: async ({ request, body }) => {
      if (!isSigned(body)) return;
      const { chainId } = body;
      const chainIdOf = () => (v.is(chainIdMember, chainId) ? chainId : undefined);
      signers.set(request, await auth.verifyWalletRequest({ action: 'save-sca', body, chainIdOf }));
    },
    responses: { 200: { ...one, description: 'The existing record.' }, 201: one },
    async handle({ body, request }) {
      const { account, isNew } = await accounts.save(body, signers.get(request) ?? null);
      return reply(account, { status: isNew ? 201 : 200 });
    },
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/get-sca/:address',
    summary: 'Find the smart-contract account of an address',
    description:
      'Finds an account owned by this address, or else the account at this address; with `chainId` (optional) only on that chain. Verified ' +
      'accounts come before others. Returns the first match.',
    input: { params: v.object({ address: evmAddress }), query: v.object({ chainId: v.optional(chainIdText) }) },
    responses: { 200: one },
    handle: async ({ params, query }) => reply(await accounts.find(params.address, query.chainId ?? null)),
  });

  return app;
}

function isSigned(body: unknown): body is { readonly signature: unknown; readonly chainId?: unknown } {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'signature');
}
