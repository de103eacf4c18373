import * as v from 'valibot';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { SafetyFact } from '../../values/autopilot/facts.ts';
import type { Clock } from '../../values/clock.ts';
import { tokenKey } from '../tokens/token.ts';
import type { SafetySource, Scan, TokenSafety } from './token-safety.ts';

/** How long the failure of a token's safety scan is cached, in ms. */
const FAILURE_KEPT_MS = 60_000;
/** Maximum number of tokens that are scanned at the same time. */
const AT_ONCE = 8;

const keptSchema = v.object({ score: v.nullable(v.number()), reason: v.string(), atMs: v.number() });

export type TokenSafetyDeps = {
  /** Sources of safety scans in order of preference. The first one that supports a chain scans the chain's tokens. */
  readonly sources: readonly SafetySource[];
  readonly cache: Cache;
  readonly clock: Clock;
  readonly log: Log;
  /** Time limit of the scan of one token in ms; default 5 s. */
  readonly timeoutMs?: number;
};

/**
 * Creates the service that scans how safe tokens are to trade. Scans are cached for as long as their source specifies (several nodes may
 * share the cache), and failed scans for one minute.
 */
export function createTokenSafety(deps: TokenSafetyDeps): TokenSafety {
  const { sources, cache, clock, log, timeoutMs = 5_000 } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const running = new Map<string, Promise<SafetyFact>>();

  return {
    async scan(tokens) {
      const asked = [...new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), token]))];
      const facts = new Map<string, SafetyFact>();
      const queue = asked.values();
      const worker = async () => {
        for (const [key, { chainId, address }] of queue) facts.set(key, await oneAtATime(key, chainId, address));
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, asked.length) }, worker));
      return facts;
    },
  };

  function oneAtATime(key: string, chainId: number, address: Address): Promise<SafetyFact> {
    const known = running.get(key);
    if (known !== undefined) return known;
    const work = keptOrScanned(key, chainId, address).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  async function keptOrScanned(key: string, chainId: number, address: Address): Promise<SafetyFact> {
    const cacheKey = `token-safety:v1:${key}`;
    const kept = v.safeParse(keptSchema, await cache.get(cacheKey));
    if (kept.success) return kept.output;
    const { score, reason, keepMs } = await scanned(chainId, address);
    const fact = { score, reason, atMs: clock.now() };
    await cache.set(cacheKey, fact, score === null ? FAILURE_KEPT_MS : keepMs);
    return fact;
  }

  async function scanned(chainId: number, address: Address): Promise<Scan & { readonly keepMs: number }> {
    let source: SafetySource | null = null;
    try {
      source = await sourceOf(chainId);
      if (source === null) return { score: null, reason: `No scanner supports the tokens of chain ${chainId}.`, keepMs: FAILURE_KEPT_MS };
      const scan = await soon(source, chainId, address);
      if (scan.score !== null) repeats.over(source.name, 'Scanning tokens works again', { source: source.name });
      return { ...scan, keepMs: source.keepMs };
    } catch (error) {
      const name = source?.name ?? null;
      repeats.warn(name ?? `of ${chainId}`, 'A token could not be scanned', { source: name, chainId, address, error });
      return { score: null, reason: `The scan of the token failed (${source?.name ?? 'no source'}).`, keepMs: FAILURE_KEPT_MS };
    }
  }

  async function sourceOf(chainId: number): Promise<SafetySource | null> {
    for (const source of sources) if (await source.serves(chainId)) return source;
    return null;
  }

  async function soon(source: SafetySource, chainId: number, address: Address): Promise<Scan> {
    const stop = new AbortController();
    const late = () => ({ score: null, reason: `The scan of the token took more than ${timeoutMs} ms (${source.name}).` });
    try {
      return await withinTime(source.scan(chainId, address, stop.signal), timeoutMs, late);
    } finally {
      stop.abort();
    }
  }
}
