import { describe, expect, test } from 'bun:test';
import { createDeferredEvents } from '../../../../src/features/dca/deferred-events.ts';
import { DEFERRED_EVENTS } from '../../../../src/features/dca/deferred-spec.ts';
import { createFillRepository } from '../../../../src/features/dca/fill-repository.ts';
import { createFollowVault } from '../../../../src/features/dca/follow-vault.ts';
import { createLinkRepository } from '../../../../src/features/dca/link-repository.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import type { DcaVault } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { QuarantinedError } from '../../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

// Tests that when one event of several fails, the others are processed. The failed event is postponed and counted, and is processed as soon
// as that is possible.

const OWNERS = 6;
const BAD = 2;
const CHAIN_ID = 1;
const VAULT = parseAddress(`0x${'f1'.repeat(20)}`);
const ownerOf = (at: number) => parseAddress(`0x${String(at + 1).repeat(40)}`);
const token = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const hashOf = (number: number, fork: string) => `0x${fork}${number}` as never;
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};

type Step = 'decimals' | 'create' | 'link' | 'look' | 'unlink';

/** Simulates a vault with one position for each owner, each in its own block. Then one order of each position is executed. */
function createEvaluationContext() {
  let nowMs = 1_000_000;
  let fork = 'a';
  let head = OWNERS;
  let takesMs = 0;
  const fails = new Map<Step, () => unknown>();
  const done: string[] = [];
  const node = { isAway: false };
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const owners = new Map<string, number>();
  const decimals: (number | null)[] = [];
  const log = (number: number) => ({ blockNumber: number, blockHash: hashOf(number, fork), txHash: `0x${number}`, logIndex: 0 });
  const created = (at: number) => ({
    ...{ kind: 'created', wallet: ownerOf(at), positionId: 1, fromToken: token('8'), toToken: parseAddress(`0x${'9'.repeat(39)}${at}`) },
    ...{ amountRequested: 300n, amount: 300n, frequency: 3, intervalSec: 180, isAutoBuy: true, log: log(at + 1) },
  });
  const changed = (at: number) => ({ kind: 'changed', wallet: ownerOf(at), positionId: 1, log: log(OWNERS + at + 1) });
  const fail = (step: Step, at: number) => {
    const failure = at === BAD ? fails.get(step) : undefined;
    if (failure !== undefined) throw failure();
  };
  const reader = {
    async head() {
      if (node.isAway) throw new RetryableError({ code: 'rpc-unavailable', message: 'The endpoint failed.' });
      return { number: head, hash: hashOf(head, fork), timeSec: head };
    },
    block: async (number: number) => (number > head ? null : { number, hash: hashOf(number, fork), timeSec: number }),
    async events(from: number, to: number) {
      const all = Array.from({ length: OWNERS }, (_, at) => at);
      const events = fork === 'a' ? [...all.map(created), ...all.map(changed)] : [];
      return events.filter((event) => event.log.blockNumber >= from && event.log.blockNumber <= to) as never;
    },
  };
  const vault = {
    ...{ chainId: CHAIN_ID, address: VAULT },
    readEvents: <T>(work: (with_: never) => Promise<T>) => work(reader as never),
    async decimalsOf(address: string) {
      if (address !== created(BAD).toToken) return 6;
      fail('decimals', BAD);
      return null;
    },
  } as Partial<DcaVault> as DcaVault;
  const note = (step: Step) => async (recordId: string) => {
    const at = owners.get(recordId) ?? -1;
    fail(step, at);
    nowMs += takesMs;
    done.push(`${step} ${at}`);
  };
  const create = async ({ recordId, terms }: { recordId: string; terms: { wallet: string; toDecimals: number | null } }) => {
    decimals.push(terms.toDecimals);
    owners.set(recordId, Array.from({ length: OWNERS }, (_, at) => ownerOf(at)).indexOf(parseAddress(terms.wallet)));
    await note('create')(recordId);
    return {} as never;
  };
  const follow = createFollowVault({
    deployments: { of: async () => ({ vault: VAULT, confirmations: 0, firstBlock: 0 }), executorOf: () => null },
    ...{ records, clock, vaultAt: () => vault, fills: createFillRepository({ records }) },
    ...{ links: createLinkRepository({ records, clock }), tokens: createTokens({ records, clock }) },
    deferred: createDeferredEvents({ records, clock, log: silentLog, tell: unused }),
    positions: {
      ...{ create, link: note('link'), unlink: note('unlink'), look: note('look') },
      ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
    },
  });
  return {
    ...{ decimals, done, fails, node },
    follow: () => follow(CHAIN_ID),
    waiting: async () => (await records.collection(DEFERRED_EVENTS).scan({ limit: 100 })).rows,
    linked: async () => (await createLinkRepository({ records, clock }).inBlocks(CHAIN_ID, 0, null)).length,
    mine: () => {
      head = 2 * OWNERS;
    },
    /** Switches the simulated chain to a fork in which all blocks have other hashes. */
    reorganise: () => {
      fork = 'b';
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    slowDown: (ms: number) => {
      takesMs = ms;
    },
  };
}

const faults: readonly (readonly [string, () => unknown])[] = [
  ['terminal', () => new TerminalError({ code: 'step-failed', message: 'It could not take it.' })],
  ['of the node', () => new RetryableError({ code: 'rpc-timeout', message: 'The chain did not answer in time.' })],
  ['of the store', () => new RetryableError({ code: 'store-unavailable', message: 'The store did not answer.' })],
  ['retryable otherwise', () => new RetryableError({ code: 'too-many-conflicts', message: 'Others change it.' })],
  ['quarantine', () => new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' })],
  ['an error of no kind', () => new TypeError('undefined is not an object')],
  ['no error at all', () => 'a text'],
];
const others = Array.from({ length: OWNERS }, (_, at) => at).filter((at) => at !== BAD);

describe.each(faults)('a failure that is %s', (_, failure) => {
  test.each(['decimals', 'create', 'link'] as const)('at %s: the others are linked, the one later', async (step) => {
    const { fails, done, follow, waiting, pass } = createEvaluationContext();
    fails.set(step, failure);
    expect(await follow()).toMatchObject({ isCaughtUp: true, head: { number: OWNERS }, hasDeferred: true });
    expect(done.filter((one) => one.startsWith('link'))).toEqual(others.map((at) => `link ${at}`));
    expect(await waiting()).toMatchObject([{ kind: 'created', wallet: ownerOf(BAD), attempts: 1 }]);
    fails.clear();
    pass(60_000);
    expect(await follow()).toMatchObject({ hasDeferred: false });
    expect(done.at(-1)).toBe(`link ${BAD}`);
  });

  test('at a hint: the others get theirs, the failed one later', async () => {
    const { fails, done, follow, waiting, mine, pass } = createEvaluationContext();
    await follow();
    mine();
    fails.set('look', failure);
    expect(await follow()).toMatchObject({ isCaughtUp: true, head: { number: 2 * OWNERS } });
    expect(done.filter((one) => one.startsWith('look'))).toEqual(others.map((at) => `look ${at}`));
    expect(await waiting()).toMatchObject([{ kind: 'changed', wallet: ownerOf(BAD) }]);
    fails.clear();
    pass(60_000);
    await follow();
    expect(done.at(-1)).toBe(`look ${BAD}`);
  });

  test('at removing a link: the others are removed, the failed one later', async () => {
    const { fails, done, follow, waiting, linked, reorganise, pass } = createEvaluationContext();
    await follow();
    reorganise();
    fails.set('unlink', failure);
    await follow();
    expect(done.filter((one) => one.startsWith('unlink'))).toEqual(others.map((at) => `unlink ${at}`));
    expect(await linked()).toBe(1);
    expect(await waiting()).toMatchObject([{ kind: 'link-taken-back', wallet: ownerOf(BAD) }]);
    fails.clear();
    pass(60_000);
    await follow();
    expect(done.at(-1)).toBe(`unlink ${BAD}`);
    expect(await linked()).toBe(0);
    expect(await waiting()).toEqual([]);
  });
});

test('a node that is away ends the run, but not for ever because of the same event', async () => {
  const { fails, done, node, follow, waiting } = createEvaluationContext();
  // Reading the decimals of the bad token makes the endpoint stop answering, which ends the run. In the next run the endpoint answers
  // again.
  fails.set('decimals', () => {
    node.isAway = true;
    return new RetryableError({ code: 'rpc-timeout', message: 'The chain did not answer in time.' });
  });
  for (const _ of [1, 2]) {
    await expect(follow()).rejects.toThrow('did not answer in time');
    node.isAway = false;
  }
  expect(await waiting()).toEqual([]);
  expect(await follow()).toMatchObject({ isCaughtUp: true });
  expect(await waiting()).toMatchObject([{ kind: 'created', wallet: ownerOf(BAD) }]);
  expect(done.filter((one) => one.startsWith('link')).slice(-3)).toEqual([3, 4, 5].map((at) => `link ${at}`));
});

test('a long run stores its progress at the end of a block', async () => {
  const { done, follow, slowDown } = createEvaluationContext();
  slowDown(10_000);
  expect(await follow()).toMatchObject({ isCaughtUp: false, head: null });
  const first = done.length;
  expect(first).toBeLessThan(2 * OWNERS);
  for (let runs = 0; runs < OWNERS && !(await follow()).isCaughtUp; runs += 1);
  expect(done.filter((one) => one.startsWith('link'))).toEqual(Array.from({ length: OWNERS }, (_, at) => `link ${at}`));
});

test('a token without decimals gets no guessed ones', async () => {
  const { decimals, follow } = createEvaluationContext();
  await follow();
  expect(decimals.filter((one) => one !== 6)).toEqual([null]);
  expect(decimals).toHaveLength(OWNERS);
});
