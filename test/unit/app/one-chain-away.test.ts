import { describe, expect, test } from 'bun:test';
import { createAgentFacts } from '../../../src/features/autopilot/agent-facts.ts';
import { createChainHeads } from '../../../src/features/dca/chain-heads.ts';
import { beginToFollow } from '../../../src/features/dca/follow-vaults.ts';
import { createPositionFacts, positionFactKey } from '../../../src/features/dca/position-facts.ts';
import { createOnChainSource } from '../../../src/market/prices/on-chain-source.ts';
import { tokenKey } from '../../../src/market/tokens/token.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { agentFactKeys } from '../../../src/values/autopilot/fact-keys.ts';
import { QuarantinedError } from '../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { asAddress } from '../../support/branded.ts';

// Tests code that reads several chains at once: when one chain fails, the results of the other chains must still be returned.

const [AWAY, WELL] = [1, 2];
const address = parseAddress(`0x${'a'.repeat(40)}`);
type Ask = <T>(chainId: number, answer: T) => Promise<T>;
const asking = { log: silentLog, chainTimeoutMs: 5 };
const unused = (): never => {
  throw new Error('Not asked');
};

/** Functions of the service that read several chains at once. Each returns the ids of those chains from which it got a result. */
const readers: Readonly<Record<string, (ask: Ask) => Promise<number[]>>> = {
  async 'positions of DCA'(ask) {
    const positions = (chainId: number) => ask(chainId, { blockTimeSec: 1, positions: [{}] });
    const facts = await createPositionFacts({
      ...asking,
      seen: { note: unused },
      vaultAt: (chainId) => ({ positions: () => positions(chainId) }) as never,
    })([
      positionFactKey(AWAY, address, asAddress('no address'), 1),
      ...[AWAY, WELL].map((chainId) => positionFactKey(chainId, address, address, 1)),
    ]);
    return [...facts.keys()].map((key) => Number(key.split('/')[1]));
  },
  async 'heads of chains'(ask) {
    const read = createChainHeads({
      ...asking,
      deployments: { of: async () => ({ vault: address }) } as never,
      vaultAt: (chainId) => ({ readEvents: () => ask(chainId, { number: 1, hash: '0x1' }) }) as never,
    });
    return [...(await read([`chain-head/${AWAY}`, `chain-head/${WELL}`])).keys()].map((key) => Number(key.split('/')[1]));
  },
  async 'agents of Autopilot'(ask) {
    const { facts } = createAgentFacts({
      ...asking,
      deployments: { vaultOf: unused },
      vaultAt: (chainId) => ({ agents: () => ask(chainId, { blockTimeSec: 1, agents: [{}] }) }) as never,
      series: {} as never,
      safety: { scan: () => Promise.reject(new Error('The cache is away')) },
      tokens: { findMany: unused },
    });
    const keys = [...[AWAY, WELL].map((chainId) => agentFactKeys.agent(chainId, address, 1)), agentFactKeys.safety(WELL, address)];
    const found = await facts(keys, { atMs: 1, signal: new AbortController().signal });
    return [...found.keys()].map((key) => Number(key.split('/')[1]));
  },
  async 'prices of pools'(ask) {
    const source = createOnChainSource({
      ...{ log: silentLog, timeoutMs: 5, clock: { now: () => 1 }, references: {} as never },
      tokens: { findMany: async () => new Map() },
      // For a chain without pools the price source returns the reason `no-source`. Here this counts as a result of the chain and not as a
      // failure.
      networks: { get: (chainId) => ask(chainId, null) },
    });
    const asked = [AWAY, WELL].map((chainId) => ({ chainId, address, decimals: 18 }));
    const answers = await source.pricesOf(asked, new AbortController().signal);
    return [AWAY, WELL].filter((chainId) => answers.get(tokenKey(chainId, address))?.reason === 'no-source');
  },
};

const failures: Readonly<Record<string, () => Promise<never>>> = {
  'is away': () => Promise.reject(new RetryableError({ code: 'rpc-unavailable', message: 'Away.' })),
  'answers nonsense': () => Promise.reject(new TerminalError({ code: 'unexpected-return-data', message: 'Nonsense.' })),
  'never answers': () => new Promise(() => {}),
};

describe.each(Object.entries(readers))('%s', (_, read) => {
  test('when all chains work', async () => expect(await read(async (_chainId, answer) => answer)).toEqual([AWAY, WELL]));

  test.each(Object.entries(failures))('while a chain %s', async (_name, fail) => {
    expect(await read((chainId, answer) => (chainId === AWAY ? fail() : Promise.resolve(answer)))).toEqual([WELL]);
  });
});

test('a follower that is quarantined does not stop the start, a store that is away does', async () => {
  const followed: number[] = [];
  const start = (error: Error) => {
    const followChain = async (chainId: number) => {
      if (chainId === AWAY) throw error;
      followed.push(chainId);
    };
    return beginToFollow([AWAY, WELL], { followChain }, silentLog);
  };
  await start(new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' }));
  expect(followed).toEqual([WELL]);
  await expect(start(new RetryableError({ code: 'store-unavailable', message: 'Away.' }))).rejects.toThrow('Away.');
});
