import type { QuotaState } from '../../src/features/contract-audit/contract-audit.ts';
import { createContractAudit } from '../../src/features/contract-audit/create-contract-audit.ts';
import { createExplorer, type Explorer } from '../../src/features/contract-audit/explorer.ts';
import { createMemoryCache } from '../../src/platform/cache/memory/memory-cache.ts';
import type { ChainReads, Hex } from '../../src/platform/chain/chain.ts';
import { contractFacts } from '../../src/platform/chain/contract-facts/create-contract-facts.ts';
import { createProviderHttp } from '../../src/platform/http-client/provider-http.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';
import { parseWallet } from '../../src/values/parse-wallet.ts';

const WALLET = parseWallet(`0x${'a1'.repeat(20)}`);

export const addressOf = (byte: string) => parseAddress(`0x${byte.repeat(20)}`);
/** Writes an address as a word of storage. */
export const wordOf = (address: Address): Hex => `0x${'0'.repeat(24)}${address.slice(2)}`;

/** What the chain of a test has: code by address, storage words by `address/slot`, and answers of contracts by `address/function`. */
export type AuditWorld = {
  readonly chainId?: number;
  readonly code: Readonly<Record<string, Hex>>;
  readonly slots?: Readonly<Record<string, Hex>>;
  readonly answers?: Readonly<Record<string, unknown>>;
};

/** Creates a contract audit over a chain that has only what `world` says. */
export function openAudit(world: AuditWorld, explorer: Explorer | null = null) {
  const { chainId = 1 } = world;
  const clock = { now: () => 5_000 };
  /** The only reads that an audit makes. */
  const chain = {
    chainId,
    getCode: async (address: Address) => world.code[address] ?? '0x',
    getStorageAt: async (address: Address, slot: Hex) => world.slots?.[`${address}/${slot}`] ?? `0x${'0'.repeat(64)}`,
    readContracts: async (calls: readonly { readonly address: Address; readonly functionName: string }[]) =>
      calls.map(({ address, functionName }) => {
        const result = world.answers?.[`${address}/${functionName}`];
        return result === undefined ? { status: 'failure' } : { status: 'success', result };
      }),
  };
  const log: string[] = [];
  const state: QuotaState = { limit: 3, used: 1, left: 2 };
  const audit = createContractAudit({
    onChain: (_, work) => work(Object.assign({} as ChainReads, chain)),
    facts: contractFacts,
    explorer,
    quota: {
      of: async () => state,
      take: async (_, code) => log.push(`take ${code}`) > 0,
      finish: async () => void log.push('finish'),
      giveBack: async () => void log.push('give back'),
    },
    ...{ cache: createMemoryCache({ clock }), clock },
  });
  const ask = (address: Address) => audit.audit({ chainId, address, wallet: WALLET, turn: 't' }, new AbortController().signal);
  return { ask, log };
}

/** Creates an explorer that gives the replies one after the other, and records the addresses that were requested. */
export function explorerWith(replies: readonly unknown[]) {
  const left = [...replies];
  const asked: string[] = [];
  const explorer = createExplorer({
    apiKey: 'secret-key',
    http: createProviderHttp({
      ...{ name: 'The explorer', baseUrl: 'https://explorer.example/v2/api', clock: { now: () => 1_000 } },
      fetch: async (url) => {
        asked.push(url);
        return Response.json(left.shift());
      },
    }),
  });
  return { explorer, asked };
}
