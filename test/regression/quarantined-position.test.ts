import { expect, test } from 'bun:test';
import { createDeferredEvents } from '../../src/features/dca/deferred-events.ts';
import { DEFERRED_EVENTS } from '../../src/features/dca/deferred-spec.ts';
import { createFillRepository } from '../../src/features/dca/fill-repository.ts';
import { createFollowVault } from '../../src/features/dca/follow-vault.ts';
import { createLinkRepository } from '../../src/features/dca/link-repository.ts';
import { createTokens } from '../../src/market/tokens/create-tokens.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../src/values/address.ts';
import { QuarantinedError } from '../../src/values/errors/quarantined-error.ts';
import { encodeCall, encodeSigned } from '../sim/dca/call-bytes.ts';
import { createSimChain, VAULT } from '../sim/dca/sim-chain.ts';
import { CHAIN_ID, createSimRpc, EXECUTOR } from '../sim/dca/sim-rpc.ts';
import { dcaReading } from '../support/dca-reading.ts';

// Tests a fixed error. In the past, an event of a quarantined position stopped the reading of its chain at that block: no position was
// linked on that chain until an operator released the quarantined one.

let nowMs = 1_800_000_000_000;
const clock = { now: () => nowMs };
const token = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};

type LinkAttempt = (recordId: string) => Promise<void>;

/** Creates two wallets with one position each. The first position has an executed order. */
function createEvaluationContext(link: LinkAttempt, look: () => Promise<void> = async () => {}) {
  const chain = createSimChain(
    () => 0.1,
    () => 0,
    1_700_000_000,
  );
  const terms = { fromToken: token('2'), toToken: token('3'), amount: 300n, frequency: 3, intervalSec: 180, autoClaim: false };
  const [first, second] = [parseAddress(`0x${'1'.repeat(40)}`), parseAddress(`0x${'4'.repeat(40)}`)];
  chain.deposit({ ...terms, wallet: first });
  chain.mine(1_700_000_012);
  const item = { wallet: first, positionId: 1, orderIndex: 0, target: EXECUTOR, spender: EXECUTOR, data: '0x' as const };
  const call = encodeCall({ kind: 'orders', items: [{ ...item, amountOutMin: 1n, gasLimit: 1n }], deadlineSec: 1_800_000_000 });
  chain.send(encodeSigned({ nonce: 0, data: call, maxFee: 1n }).raw);
  chain.mine(1_700_000_024);
  chain.deposit({ ...terms, wallet: second });
  chain.mine(1_700_000_036);

  const records = createMemoryRecordStore({ clock });
  const rpc = createSimRpc({
    ...{ chain, random: () => 0.1, trouble: () => 0, isHidden: () => false, pause: async () => {} },
    stalled: () => null,
  });
  const created: string[] = [];
  const asked: string[] = [];
  const follow = createFollowVault({
    deployments: { of: async () => ({ vault: VAULT, confirmations: 3, firstBlock: 0 }), executorOf: () => EXECUTOR },
    ...{ records, clock, vaultAt: rpc.vaultAt, fills: createFillRepository({ records }) },
    ...{ links: createLinkRepository({ records, clock }), tokens: createTokens({ records, clock }) },
    deferred: createDeferredEvents({ records, clock, log: silentLog, tell: unused }),
    positions: {
      create: async ({ recordId, terms: of }) => {
        created.push(of.wallet);
        return dcaReading(recordId, of);
      },
      link,
      unlink: async () => {},
      async look(recordId) {
        asked.push(recordId);
        await look();
      },
      ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
    },
  });
  return { first, second, created, asked, records, follow: () => follow(CHAIN_ID) };
}

const quarantined = () => new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' });

test('a position in quarantine does not delay the others of its chain', async () => {
  const evaluation = createEvaluationContext(
    async () => {},
    async () => {
      throw quarantined();
    },
  );
  expect(await evaluation.follow()).toMatchObject({ head: { number: 3 }, isCaughtUp: true });
  expect(evaluation.asked).toHaveLength(1);
  expect(evaluation.created).toEqual([evaluation.first, evaluation.second]);
});

test.each([
  ['is in quarantine', quarantined],
  ['fails in a way that nobody foresaw', () => new TypeError('undefined is not an object')],
])('a position that %s when it is linked is linked later, and delays no other', async (_, failure) => {
  const linked: string[] = [];
  let isBad = true;
  const evaluation = createEvaluationContext(async (recordId) => {
    if (isBad && evaluation.created.length === 1) throw failure();
    linked.push(recordId);
  });
  expect(await evaluation.follow()).toMatchObject({ head: { number: 3 }, isCaughtUp: true });
  expect(linked).toHaveLength(1);
  const deferred = async () => (await evaluation.records.collection(DEFERRED_EVENTS).scan({ limit: 10 })).rows;
  expect(await deferred()).toMatchObject([{ kind: 'created', wallet: evaluation.first, attempts: 1, nextAttemptAtMs: nowMs + 60_000 }]);

  // The event must be retried at its scheduled time and not before. While it keeps failing, the delays get longer.
  await evaluation.follow();
  expect(await deferred()).toMatchObject([{ attempts: 1 }]);
  nowMs += 60_000;
  evaluation.created.length = 0;
  await evaluation.follow();
  expect(await deferred()).toMatchObject([{ attempts: 2, nextAttemptAtMs: nowMs + 120_000 }]);

  isBad = false;
  nowMs += 120_000;
  await evaluation.follow();
  expect(linked).toHaveLength(2);
  expect(await deferred()).toEqual([]);
});
