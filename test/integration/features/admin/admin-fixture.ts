import { admin } from '../../../../src/features/admin/module.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import type { OpenChains } from '../../../../src/market/chains/open-chains.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { encodeCall } from '../../../../src/platform/chain/encode-call.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { startNode } from '../accounts/accounts-fixture.ts';

/**
 * Addresses of four simulated token contracts: a standard token, an old one whose symbol is of the type `bytes32`, one with a malicious
 * symbol, and one that reports only its decimals.
 */
export const TOKEN = `0x${'70'.repeat(20)}`;
export const OLD_TOKEN = `0x${'72'.repeat(20)}`;
export const HOSTILE_TOKEN = `0x${'73'.repeat(20)}`;
export const NAMELESS_TOKEN = `0x${'74'.repeat(20)}`;

const word = (value: number) => value.toString(16).padStart(64, '0');
const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex');
const encoded = (text: string) => `0x${word(32)}${word(hexOf(text).length / 2)}${hexOf(text).padEnd(64, '0')}`;
const dataOf = (functionName: 'decimals' | 'symbol' | 'name') => encodeCall({ abi: erc20Abi, functionName, args: [] });
const saying = (decimals: number, symbol: string, name: string) => ({
  ...{ [dataOf('decimals')]: `0x${word(decimals)}`, [dataOf('symbol')]: symbol, [dataOf('name')]: name },
});
const CONTRACTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [TOKEN]: saying(6, encoded('NEW'), encoded('New Token')),
  [OLD_TOKEN]: saying(18, `0x${hexOf('OLD').padEnd(64, '0')}`, `0x${hexOf('Old Token').padEnd(64, '0')}`),
  [HOSTILE_TOKEN]: saying(18, encoded('US\u202eDC'), `0x${word(32)}${'f'.repeat(64)}`),
  [NAMELESS_TOKEN]: saying(18, '0x', '0x'),
};

/** Starts a node with the admin routes. It has two operators: `sesame` can make changes, `reader` can only read. */
export async function startAdmin(node?: Awaited<ReturnType<typeof startNode>>) {
  const base = node ?? (await startNode());
  const { networks, platform, records, clock, settings, auth } = base;
  const tokens = createTokens({ records, clock });
  const chain = {
    onOneEndpoint: async (ask: (one: unknown) => unknown) =>
      ask({ call: async ({ to, data }: { to: string; data: string }) => CONTRACTS[to]?.[data] ?? '0x' }),
  };
  const chains = { chains: { chainIds: [1], has: () => true, of: () => chain } } as Partial<
    Record<keyof OpenChains, unknown>
  > as OpenChains;
  const operators = createOperatorAuth({ operators: [{ name: 'olivia', token: 'sesame' }], readers: [{ name: 'rita', token: 'reader' }] });
  const accounts = { auth } as never;
  const started = await admin.start(
    { ...platform, operators },
    { accounts, catalog: { networks, tokens }, chains, systemSettings: settings },
    {},
  );
  const resources = started.routes ?? [];
  const api = createApi({ resources: [...resources], log: silentLog });
  return {
    ...{ base, tokens, networks, settings, gives: started.gives, resources: () => resources },
    async ask(method: string, path: string, token: string | null, body?: unknown) {
      const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, ...init }));
      const { data, errors } = JSON.parse(await response.text());
      return { said: `${response.status} ${errors?.code ?? 'ok'}`, data, next: response.headers.get('x-next-cursor') };
    },
  };
}
