import { giveTokens } from '../../devnet/fork/give-tokens.ts';
import { type Fork, startFork } from '../../devnet/fork/start-fork.ts';
import type { RouteRequest } from '../../market/routes/route-source.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import { silentLog as log } from '../../platform/log/log.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import { createMemoryRecordStore } from '../../platform/store/memory/memory-record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';
import type { OpenContracts } from '../contracts/open-contracts.ts';
import { choosePair, type Pair } from './choose-pair.ts';
import { newAddress, type OpenRehearsal, openRehearsal, unlock } from './open-rehearsal.ts';
import { openVaultTries, type VaultTries } from './open-vault-tries.ts';
import { type AskedProvider, providerAsks } from './provider-asks.ts';
import type { RehearsalReport, RehearsedRow } from './rehearsed-row.ts';
import { runProvider, type VaultTry } from './run-provider.ts';

export type RehearsalChoices = {
  /** Address or symbol of the token that is spent. Null: the first dollar token of the chain. */
  readonly from: string | null;
  /** Address or symbol of the token that is bought. Null: the wrapped native coin of the chain. */
  readonly to: string | null;
  /** Amount to spend, in whole tokens, as a decimal string. */
  readonly amount: string;
  /** An account whose balance of the spent token is used. When null, a balance is written into the fork's state. */
  readonly holder: Address | null;
  readonly slippageBps: number;
  /** Time limit of the whole rehearsal in ms. */
  readonly limitMs: number;
  /** Receives a human-readable line about each step of the rehearsal. */
  readonly tell: (line: string) => void;
};

const ROUTE_LIFETIME_SEC = 600;

/**
 * Forks a chain, and runs one order and one trade through every provider on the fork, with the provider's real calldata. Nothing is sent to
 * the chain.
 * @throws TerminalError `no-pair`, `no-tokens`, `rehearsal-late`, `contracts-refused`; the errors of `startFork` and `ChainReads`
 */
export async function rehearse(real: OpenContracts, choices: RehearsalChoices, clock: Clock): Promise<RehearsalReport> {
  const endMs = clock.now() + choices.limitMs;
  const { network, chain } = real;
  const pair = await choosePair(real, choices, clock);
  const upstream = await usableEndpoint(network);
  const block = await chain.getBlockNumber();
  choices.tell(`Forking chain ${network.id} at block ${block}.`);
  await using fork = await startFork({ chainId: network.id, upstream });
  const limited = async <T>(work: Promise<T>): Promise<T> =>
    await withinTime(work, Math.max(0, endMs - clock.now()), () => {
      const message = `The rehearsal took more than ${choices.limitMs / 60_000} minutes. Allow more time with --minutes.`;
      throw new TerminalError({ code: 'rehearsal-late', message });
    });
  const opened = await limited(openRehearsal(real, fork, clock));
  const tries = await limited(openTries(fork, opened, { pair, choices, chainId: network.id }));
  const tokens = createTokens({ records: createMemoryRecordStore({ clock }), clock });
  await tokens.addMissing([pair.from, pair.to]);
  const { chains, networks } = opened;
  const providers = await limited(providerAsks({ config: real.config, chainId: network.id, chains, networks, tokens, clock }));
  const rows: RehearsedRow[] = [];
  for (const provider of providers) rows.push(...(await rowsOf(provider)));
  return {
    ...{ chainId: network.id, chain: network.name, coin: network.nativeCurrency.symbol, block, rows },
    pair: { from: shown(pair.from), to: shown(pair.to), amount: pair.amount.toString() },
    vaults: { dca: shownVault(opened.dca), autopilot: shownVault(opened.autopilot) },
    notes: [
      ...real.notes,
      ...opened.notes,
      ...fork.refused().map((method) => `The fork tried to send ${method} to the chain, which the rehearsal does not allow.`),
    ],
  };

  async function rowsOf(provider: AskedProvider): Promise<readonly RehearsedRow[]> {
    const { name } = provider;
    const nothing = { quoted: null, received: null, gas: null, costWei: null };
    const own: RehearsedRow[] = [];
    for (const what of ['order', 'trade'] as const) {
      if ('off' in provider) {
        own.push({ ...nothing, provider: name, what, outcome: 'off', reason: provider.off });
        continue;
      }
      const leftMs = endMs - clock.now();
      if (leftMs <= 0) {
        own.push({
          ...nothing,
          provider: name,
          what,
          outcome: 'off',
          reason: 'Not attempted, because the time limit was reached. Allow more time with --minutes.',
        });
        continue;
      }
      choices.tell(`${name}: ${what}.`);
      const late: RehearsedRow = {
        ...nothing,
        provider: name,
        what,
        outcome: 'refused',
        reason: 'The attempt did not end within the time limit.',
      };
      // When a provider exceeds the time limit, no further provider is tried, because the request that is still running may change the fork
      // later.
      own.push(await withinTime(rowOf(name, what, provider.ask, tries[what]), leftMs, () => late));
    }
    return own;
  }

  async function rowOf(provider: string, what: RehearsedRow['what'], ask: Parameters<typeof runProvider>[2], vaultTry: VaultTry) {
    const { data, ...result } = await runProvider(fork, opened.chains.of(network.id), ask, vaultTry);
    const row: RehearsedRow = { ...result, provider, what, costWei: null };
    return data === null || result.gas === null ? row : { ...row, ...(await costOf(vaultTry, data, BigInt(result.gas))) };
  }

  /**
   * Computes the cost of a transaction at the gas prices of the real chain. The fork does not have the real gas prices and, for Arbitrum,
   * does not have the chain's data fees either.
   */
  async function costOf({ vault, request }: VaultTry, data: `0x${string}`, gas: bigint): Promise<Pick<RehearsedRow, 'gas' | 'costWei'>> {
    try {
      const [fees, forData] = await Promise.all([chain.estimateFees(), chain.dataFees({ to: vault, data }, gas)]);
      const all = gas + forData.gas;
      return { gas: all.toString(), costWei: (all * mostPerGas(fees) + forData.wei).toString() };
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      choices.tell(`The fee on chain ${request.chainId} could not be read: ${error.message}`);
      return { gas: gas.toString(), costWei: null };
    }
  }
}

/**
 * Returns the first RPC endpoint that answers for the chain. Only one is needed, because a fork can use only one endpoint.
 * @throws TerminalError `rpc-unusable`
 */
async function usableEndpoint({ id, nodeUrls }: OpenContracts['network']): Promise<string> {
  for (const url of nodeUrls) {
    try {
      const alone = createChains({ networks: [{ chainId: id, rpcUrls: [url] }], log, abis: [], readRetries: 0 }).of(id);
      if ((await alone.getChainId()) === id) return url;
    } catch (error) {
      // Endpoints that do not answer are skipped without a message, because they were already reported when the chain was opened.
      if (!(error instanceof CoxswainError)) throw error;
    }
  }
  throw new TerminalError({ code: 'rpc-unusable', message: `No endpoint in RPC_${id} answers.` });
}

async function openTries(
  fork: Fork,
  { chains, dca, autopilot }: OpenRehearsal,
  { pair, choices, chainId }: { readonly pair: Pair; readonly choices: RehearsalChoices; readonly chainId: number },
): Promise<VaultTries> {
  const wallet = newAddress();
  await unlock(fork, wallet);
  const given = await giveTokens(fork.rpc, { token: pair.from.address, to: wallet, amount: 2n * pair.amount, holder: choices.holder });
  if (!given.ok)
    throw new TerminalError({
      code: 'no-tokens',
      message: `The test wallet on the fork could not get ${pair.from.symbol}. ${given.reason}`,
    });
  choices.tell(`The test wallet on the fork got ${pair.from.symbol} (${given.how}), and now opens a position and an agent.`);
  const chain = chains.of(chainId);
  const { timestampSec } = await chain.getBlock('latest');
  const request: Omit<RouteRequest, 'recipient' | 'amountIn'> = {
    ...{ chainId, tokenIn: pair.from.address, tokenOut: pair.to.address, slippageBps: choices.slippageBps },
    deadlineSec: Math.max(timestampSec, Math.floor(Date.now() / 1_000)) + ROUTE_LIFETIME_SEC,
  };
  return await openVaultTries(fork, chain, { wallet, amount: pair.amount, request, dca, autopilot });
}

function shown({ address, symbol, decimals }: Pair['from']) {
  return { address, symbol, decimals };
}

function shownVault({ address, isDeployed }: OpenRehearsal['dca']) {
  return { address, isDeployed };
}
