import type { PriceSeries } from '../../market/price-series/price-series.ts';
import { createTickPrices } from '../../market/price-series/tick-prices.ts';
import type { TokenSafety } from '../../market/safety/token-safety.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { FactSource } from '../../runtime/define/definition.ts';
import type { Address } from '../../values/address.ts';
import { type AgentFactKey, parseAgentFactKey } from '../../values/autopilot/fact-keys.ts';
import type { SafetyFact } from '../../values/autopilot/facts.ts';
import { chainOfTroubleKey } from '../../values/chain-trouble-key.ts';
import { chunksOf } from '../../values/chunks-of.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import { createTopicValues, type TopicValues } from './topic-values.ts';

export type AgentFactsDeps = {
  readonly deployments: Pick<AutopilotDeployments, 'vaultOf'>;
  readonly vaultAt: (chainId: number, address: Address) => Pick<AutopilotVault, 'agents'>;
  readonly series: PriceSeries;
  readonly safety: TokenSafety;
  readonly tokens: Pick<Tokens, 'findMany'>;
  /** Returns why a chain cannot be read at present; null when it can be read. When `troubleOf` is missing, every chain is read. */
  readonly troubleOf?: (chainId: number) => string | null;
  readonly log: Log;
  readonly chainTimeoutMs?: number;
};

type KeyOf<K extends AgentFactKey['kind']> = Extract<AgentFactKey, { kind: K }>;

/**
 * The number of agents that are read with one multicall (several contract calls combined in one request). The vault contract is designed
 * for 100 agents per multicall.
 */
const AGENTS_AT_ONCE = 100;
/**
 * Time limit for reading one chain, in ms. It is shorter than the time that a tick (one evaluation of all agents) waits for its data, so a
 * chain that does not answer delays only its own agents.
 */
const CHAIN_WITHIN_MS = 10_000;

/**
 * Reads the facts (external data such as prices) that the agents need at one tick. A fact that several agents need is read once. Keys of
 * facts are built by `agentFactKeys`. The fact of an agent is an `OnChainAgent`, that of a price a `PriceFact`, that of a highest price a
 * decimal string, and that of a token scan a `SafetyFact`. If a chain cannot be read, its agents are evaluated without their on-chain data;
 * agents of other chains are not affected.
 */
export function createAgentFacts(deps: AgentFactsDeps): { readonly facts: FactSource; readonly topicValues: TopicValues } {
  const { series, safety, log, chainTimeoutMs = CHAIN_WITHIN_MS } = deps;
  const repeats = createRepeats({ log });
  const pricesOf = createTickPrices({ series, tokens: deps.tokens, repeats });

  return {
    async facts(keys, { atMs }) {
      const asked = keys.map(parseAgentFactKey).filter((key) => key !== null);
      const facts = new Map<string, unknown>();
      const put = (key: string, fact: unknown) => void facts.set(key, fact);
      for (const key of keys) {
        const chainId = chainOfTroubleKey(key);
        const trouble = chainId === null ? null : (deps.troubleOf?.(chainId) ?? null);
        if (trouble !== null) put(key, trouble);
      }
      await Promise.all([
        readAgents(asked.filter(isKind('agent')), put),
        ...asked.filter(isKind('vault')).map((vault) => findVault(vault, put)),
        // Highest prices are read after the current prices have been stored, because a time window that ends now includes the current
        // price.
        readPrices(asked.filter(isKind('price')), atMs, put).then(() => readHighs(asked.filter(isKind('high')), atMs, put)),
        scanTokens(asked.filter(isKind('safety')), put),
      ]);
      return facts;
    },
    topicValues: createTopicValues({ series, pricesOf, repeats }),
  };

  async function findVault({ key, chainId }: KeyOf<'vault'>, put: (key: string, fact: unknown) => void): Promise<void> {
    try {
      put(key, await deps.deployments.vaultOf(chainId));
      repeats.over(`vault/${chainId}`, 'Autopilot vault of a chain found again after failures', { chainId });
    } catch (error) {
      repeats.warn(`vault/${chainId}`, 'Looking up the Autopilot vault of a chain failed', { chainId, error });
    }
  }

  async function readAgents(keys: readonly KeyOf<'agent'>[], put: (key: string, fact: unknown) => void): Promise<void> {
    const byVault = Map.groupBy(keys, ({ chainId, vault }) => `${chainId}/${vault}`);
    const chunks = [...byVault.values()].flatMap((ofVault) => chunksOf(ofVault, AGENTS_AT_ONCE));
    const chainIds = new Set(keys.map(({ chainId }) => chainId));
    await Promise.all(
      chunks.map(async (chunk) => {
        const [first] = chunk;
        if (first === undefined) return;
        try {
          const reading = deps.vaultAt(first.chainId, first.vault).agents(chunk.map(({ agentId }) => agentId));
          const { agents } = await chainWithinTime(reading, chainTimeoutMs, first.chainId);
          for (const [index, { key }] of chunk.entries()) {
            const agent = agents[index];
            if (agent != null) put(key, agent);
          }
        } catch (error) {
          const { chainId } = first;
          chainIds.delete(chainId);
          repeats.warn(`agents/${chainId}`, 'Reading the Autopilot agents of a chain failed', {
            chainId,
            agents: chunk.length,
            error,
          });
        }
      }),
    );
    for (const chainId of chainIds)
      repeats.over(`agents/${chainId}`, 'Autopilot agents of a chain can be read again after failures', { chainId });
  }

  async function readPrices(keys: readonly KeyOf<'price'>[], atMs: number, put: (key: string, fact: unknown) => void): Promise<void> {
    const prices = await pricesOf(keys, atMs);
    for (const { key, chainId, token } of keys) put(key, prices.get(tokenKey(chainId, token)));
  }

  async function readHighs(keys: readonly KeyOf<'high'>[], atMs: number, put: (key: string, fact: unknown) => void): Promise<void> {
    await Promise.all(
      keys.map(async ({ key, chainId, token, lookbackSec }) => {
        try {
          const high = await series.high(chainId, token, lookbackSec, atMs);
          if (high !== null) put(key, high);
        } catch (error) {
          repeats.warn(`high/${chainId}`, "Reading the highest price of a strategy's time window failed", {
            chainId,
            token,
            lookbackSec,
            error,
          });
        }
      }),
    );
  }

  async function scanTokens(keys: readonly KeyOf<'safety'>[], put: (key: string, fact: unknown) => void): Promise<void> {
    const scans = await safety.scan(keys.map(({ chainId, token }) => ({ chainId, address: token }))).catch((error: unknown) => {
      repeats.warn('safety', 'Safety scan of the tokens that agents trade failed', { tokens: keys.length, error });
      return new Map<string, SafetyFact>();
    });
    for (const { key, chainId, token } of keys) {
      const scan = scans.get(tokenKey(chainId, token));
      if (scan !== undefined) put(key, scan);
    }
  }
}

function isKind<K extends AgentFactKey['kind']>(kind: K): (key: AgentFactKey) => key is KeyOf<K> {
  return (key): key is KeyOf<K> => key.kind === kind;
}
