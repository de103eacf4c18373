import { createDemoWallet, type DemoWallet } from '../../../src/cli/demo/demo-wallet.ts';
import {
  type ClientFill,
  type ClientRecord,
  type ClientToken,
  createServiceClient,
  type ServiceClient,
} from '../../../src/cli/demo/service-client.ts';
import { type DevnetAccount, devnetAccounts, devnetChainId } from '../../../src/devnet/devnet-accounts.ts';
import type { Address } from '../../../src/values/address.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

export type Terms = { readonly amount: string; readonly frequency: number; readonly interval: number };

/** A service on its own devnet, and a wallet that uses it as a person would: the chain directly, and the service over HTTP. */
export type DcaWorld = AsyncDisposable & SharedDcaWorld;

export type SharedDcaWorld = {
  readonly service: Service;
  readonly client: ServiceClient;
  readonly wallet: DemoWallet;
  readonly vault: Address;
  readonly usdc: ClientToken;
  readonly weth: ClientToken;
  /**
   * Approves USDC and opens a position that buys WETH.
   * @returns the position's id
   */
  open(terms: Terms): Promise<number>;
  create(terms: Terms): Promise<ClientRecord>;
  /** Sends a JSON body, and returns the reply's envelope. */
  post(path: string, body: object): Promise<unknown>;
  /** Waits until the wallet's record has the expected state, and returns the record. */
  recordWhen(what: string, isWanted: (record: ClientRecord) => boolean): Promise<ClientRecord>;
  /**
   * Waits until the wallet has `count` fills, and returns them, newest first. Another actor reads fills from the chain's events, so they
   * may appear after the record's status has become `completed`.
   */
  fillsWhen(count: number): Promise<readonly ClientFill[]>;
};

/** Time limit of a wait in milliseconds. An order usually takes about three seconds, but the machine may be busy. */
const PATIENCE_MS = 60_000;

export async function startDcaWorld(env: Record<string, string> = {}, until: 'health' | 'ready' = 'ready'): Promise<DcaWorld> {
  const service = await spawnService({
    until,
    chain: 'copied',
    env: { DEVNET_PORT: '0', TICK_INTERVAL_MS: '200', LOG_LEVEL: 'warn', ...env },
  });
  return { ...(await openDcaWorld(service)), [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** Opens a wallet that only one test uses, on a service that other tests use as well. */
export async function openDcaWorld(service: Service, account: DevnetAccount = devnetAccounts.demo[0]): Promise<SharedDcaWorld> {
  const client = createServiceClient(service.url);
  const place = await client.chain(devnetChainId);
  const wallet = createDemoWallet(account, place);
  const usdc = await client.token(devnetChainId, 'USDC');
  const weth = await client.token(devnetChainId, 'WETH');
  const pair = { fromToken: usdc.address, toToken: weth.address };

  return {
    ...{ service, client, wallet, usdc, weth, vault: place.vault },
    async open({ amount, frequency, interval }) {
      const budget = parseAmount(amount, usdc.decimals);
      await wallet.approve(usdc.address, budget);
      return (await wallet.openPosition({ ...pair, amount: budget, frequency, interval })).positionId;
    },
    create: (terms) => client.createPosition(devnetChainId, { ...pair, ...terms, walletAddress: wallet.address }),
    async post(path, body) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return await response.json();
    },
    recordWhen: (what, isWanted) =>
      waitFor(async () => (await client.positions(wallet.address)).find(isWanted), { what, timeoutMs: PATIENCE_MS, everyMs: 50 }),
    fillsWhen: (count) =>
      waitFor(
        async () => {
          const fills = await client.fills(wallet.address);
          return fills.length >= count ? fills : undefined;
        },
        { what: `${count} fills`, timeoutMs: PATIENCE_MS, everyMs: 50 },
      ),
  };
}
