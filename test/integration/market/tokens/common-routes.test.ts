import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createCommonRoutes } from '../../../../src/features/reference-data/common-routes.ts';
import { renderTokenList } from '../../../../src/features/reference-data/render-token-list.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createTokenList, type TokenList } from '../../../../src/market/tokens/create-token-list.ts';
import { createTokens, type Tokens } from '../../../../src/market/tokens/create-tokens.ts';
import { readTokenSeed } from '../../../../src/market/tokens/read-token-seed.ts';
import { createMemoryCache } from '../../../../src/platform/cache/memory/memory-cache.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asChainAddress } from '../../../support/branded.ts';

let tokens: Tokens;
let tokenList: TokenList;
let get: (path: string, headers?: Record<string, string>) => Promise<Response>;
let stop: () => void;

type Row = { symbol: string; order: number };
/** Parses the envelope of a reply. */
const envelopeOf = async <T>(response: Response): Promise<{ data: T }> => JSON.parse(await response.text());

beforeAll(async () => {
  const clock = { now: () => 1_700_000_000_000 };
  const records = createMemoryRecordStore({ clock });
  const settings = { rpcUrls: { 137: ['http://127.0.0.1:1/secret-key'] }, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } };
  const networks = createNetworks({ records, settings });
  tokens = createTokens({ records, clock });
  await networks.seed();
  await tokens.seed();
  tokenList = createTokenList({ tokens, networks, cache: createMemoryCache({ clock }), render: renderTokenList, clock });
  const common = createCommonRoutes({ tokenList, networks, abis: new Map([['DcaVault', dcaVaultAbi]]) });
  const api = createApi({ resources: [common], log: silentLog });
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => api.fetch(request) });
  get = (path, headers = {}) => fetch(`http://127.0.0.1:${server.port}/api/common${path}`, { headers });
  stop = () => void server.stop(true);
});
afterAll(() => stop());
beforeEach(() => tokenList.clear());

describe('GET /api/common/token/:chainId', () => {
  test('gives the documented records in the documented order, in the envelope', async () => {
    const response = await get('/token/137');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    const body = await envelopeOf<Row[]>(response);
    expect(body).toMatchObject({ status: 200, message: 'success', errors: null, notShowPopUp: true });
    const seeded = readTokenSeed().filter((token) => token.chainId === 137);
    expect(body.data).toHaveLength(seeded.length);
    expect(body.data.slice(0, 1)).toMatchObject(seeded.slice(0, 1));
    const orders = body.data.map((token) => token.order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    expect(Object.keys(body.data[1] ?? {}).sort()).toEqual(
      ['address', 'chainId', 'cmcId', 'coingeckoId', 'decimals', 'logoURI', 'name', 'order', 'symbol'].sort(),
    );
  });

  test('answers 304 without a body while the list is the one that the client has', async () => {
    const etag = (await get('/token/1')).headers.get('etag') ?? '';
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/token/1', { 'if-none-match': sent });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await get('/token/1', { 'if-none-match': '"other"' })).status).toBe(200);
    await tokens.put({ chainId: 1, address: asChainAddress(`0x${'9'.repeat(40)}`), symbol: 'NEW', decimals: 18, name: 'New', logoURI: '' });
    expect((await get('/token/1', { 'if-none-match': etag })).status).toBe(304);
    await tokenList.clear(1);
    const changed = await get('/token/1', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect((await envelopeOf<Row[]>(changed)).data.at(-1)).toMatchObject({ symbol: 'NEW' });
  });

  test.each(['4242', '1101', '9007199254740991'])('%s is unknown or not shown: 404', async (chainId) => {
    const response = await get(`/token/${chainId}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      status: 404,
      message: 'Chain not found',
      data: null,
      errors: { code: 'chain-not-found' },
    });
  });

  test.each(['0', '-1', '1.5', '1e3', '0x1', 'abc', '%00', '__proto__', '99999999999999999', '9'.repeat(5_000)])(
    '%s is no chain id: 400',
    async (chainId) => {
      const response = await get(`/token/${chainId}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ status: 400, data: null });
    },
  );
});

describe('GET /api/common/network', () => {
  test('lists what is shown, and no endpoint of the settings', async () => {
    const text = await (await get('/network')).text();
    expect(text).not.toContain('secret-key');
    const { data } = JSON.parse(text);
    const ids = data.map((network: { id: number }) => network.id);
    expect(ids).toContain(728126428);
    expect(ids).not.toContain(1101);
    expect(Object.keys(data[0]).sort()).toEqual(['contracts', 'explorerUrl', 'id', 'name', 'nativeCurrency', 'rpcUrls']);
    expect(data[0].contracts).toEqual({ relayer: null, dcaVault: null, autopilotVault: null, rocketStaking: null });
  });
});

describe('GET /api/common/abi/:contract', () => {
  test('gives the ABI, whatever the casing of the name', async () => {
    for (const name of ['DcaVault', 'dcavault']) {
      const { data } = await envelopeOf(await get(`/abi/${name}`));
      expect(data).toEqual(JSON.parse(JSON.stringify(dcaVaultAbi)));
    }
  });

  test('says which there are when there is no such one', async () => {
    for (const name of ['Nothing', '__proto__', 'toString']) {
      const response = await get(`/abi/${name}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ errors: { code: 'abi-not-found', known: ['DcaVault'] } });
    }
  });
});
