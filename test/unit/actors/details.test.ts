import { describe, expect, test } from 'bun:test';
import { agentInspection } from '../../../actors/autopilot-agent/inspection.ts';
import type { SeenOfAgent } from '../../../actors/autopilot-agent/inspection-source.ts';
import { dcaBatchInspection } from '../../../actors/dca-batch/inspection.ts';
import { positionInspection } from '../../../actors/dca-position/inspection.ts';
import type { SeenOfPosition } from '../../../actors/dca-position/inspection-source.ts';
import { tradeDetails } from '../../../actors/trade/details.ts';
import { tradeInspection } from '../../../actors/trade/inspection.ts';
import { tradeSections } from '../../../actors/trade/sections.ts';
import { senderInspection } from '../../../actors/transaction-sender/inspection.ts';
import type { TradeContext } from '../../../machines/trade/context.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import type { Address } from '../../../src/values/address.ts';
import type { Section } from '../../../src/values/inspection/sections.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';
import { recordedActors } from '../../support/recorded-actors.ts';

const T0 = Date.UTC(2026, 0, 1);
const recorded = recordedActors();

function sample(type: string, isWanted: (record: ActorRecord) => boolean = () => true): ActorRecord {
  const found = recorded.findLast((record) => record.type === type && isWanted(record));
  if (found === undefined) throw new Error(`There is no recording of ${type}`);
  return found;
}

/** Casts the recorded context of an actor to the type of its machine. */
function contextOf<T>({ context }: ActorRecord['snapshot']): T {
  return context as T;
}

const at = { id: 'dca-position/k', key: 'k', createdAtMs: T0, nowMs: T0 + 1_000, facts: null, transactions: [] };
const nothing = { ...at, seen: null };

function sectionOf<K extends Section['kind']>(sections: readonly Section[], kind: K, title: string): Extract<Section, { kind: K }> {
  const found = sections.find((section): section is Extract<Section, { kind: K }> => section.kind === kind && section.title === title);
  if (found === undefined) throw new Error(`There is no ${kind} "${title}"`);
  return found;
}

describe('the way of a trade', () => {
  const { snapshot } = sample('trade', ({ snapshot: { context } }) => context.hash !== null);
  const recordedContext = contextOf<TradeContext>(snapshot);
  const context: TradeContext = {
    ...recordedContext,
    ...{ hash: asHash('0xh'), hashIsFixed: false, destinationHash: null, settledAtMs: null, amountOutActual: null },
    terms: { ...recordedContext.terms, type: 'bridge', amountOutExpected: null, amountOutMin: null },
  };
  const times = { createdAtMs: T0, sentAtMs: T0 + 1, seenAtMs: null };
  const statesOf = (value: string, more: Partial<TradeContext>, own = times) => {
    const details = tradeDetails({ value, context: { ...context, ...more } }, own, []);
    return sectionOf(tradeSections(details, []), 'steps', 'Way').steps.map(({ state }) => state);
  };

  test('a bridge in progress has completed its sending, and its end is unknown', () => {
    const { path, to } = tradeDetails({ value: 'pending', context }, times, []);
    expect(path).toEqual([
      { status: 'created', atMs: T0 },
      { status: 'sent', atMs: T0 + 1 },
      { status: 'seen on chain', atMs: null },
      { status: 'arriving on the other chain', atMs: null },
      { status: 'success', atMs: null },
    ]);
    expect(to).toBeNull();
    expect(statesOf('pending', {})).toEqual(['done', 'now', 'later', 'later', 'later']);
  });

  test('a failed swap ends as failed, when that was seen', () => {
    const swap = { hashIsFixed: true, settledAtMs: T0 + 9, terms: { ...context.terms, type: 'swap' as const } };
    const { path } = tradeDetails({ value: 'failed', context: { ...context, ...swap } }, { ...times, seenAtMs: T0 + 5 }, []);
    expect(path.slice(2)).toEqual([
      { status: 'seen on chain', atMs: T0 + 5 },
      { status: 'failed', atMs: T0 + 9 },
    ]);
    expect(statesOf('failed', { ...swap, hashIsFixed: false })).toEqual(['done', 'done', 'later', 'failed']);
    expect(statesOf('success', swap, { ...times, seenAtMs: T0 + 5 } as never)).toEqual(['done', 'done', 'done', 'done']);
  });

  test('its transactions are shown with their explorer, and as links for programs', () => {
    const mined = {
      chainId: 1,
      hash: asHash('0xh'),
      nonce: null,
      status: 'mined',
      blockNumber: 4,
      gasUsed: '5',
      what: 'Transaction of the wallet',
    } as const;
    const transactions = [{ ...mined, url: 'https://scan.example/tx/0xh' }];
    const shown = tradeInspection.show?.({ value: 'pending', context }, { ...nothing, transactions });
    expect(shown?.domain).toMatchObject({ kind: 'trade', links: [{ name: mined.what, url: 'https://scan.example/tx/0xh' }] });
    expect(sectionOf(shown?.sections ?? [], 'facts', 'Route').facts.at(-1)).toEqual({
      name: 'Transactions',
      value: { lines: [[{ kind: 'transaction', chainId: 1, hash: asHash('0xh'), name: mined.what }]] },
    });
  });
});

describe('a position', () => {
  const { snapshot } = sample('dca-position', ({ snapshot: { context } }) => context.chain !== null);
  const { chainId } = snapshot.context.terms as { readonly chainId: number };
  const fill: SeenOfPosition['fills'][number] = {
    ...{
      chainId,
      wallet: asAddress('0xw'),
      vault: asAddress('0xv'),
      positionId: 7,
      txHash: asHash('0xf'),
      orderIndex: 0,
      fromToken: asAddress('0xa'),
      toToken: asAddress('0xb'),
    },
    ...{ amountIn: asUnits('10'), amountOut: asUnits('3'), blockNumber: 5, blockHash: asHash('0xc'), executedAtMs: T0 },
  };
  const seen: SeenOfPosition = { fills: [fill], inBatch: 'b-4', executor: asAddress('0xE1'), gatherer: 'dca-batch/1' };
  const shown = positionInspection.show?.(snapshot as never, { ...at, seen });

  test('asks the sender of its chain under the key of its batch, and knows the transactions of its fills', () => {
    const buying = { ...snapshot, context: { ...snapshot.context, order: { orderIndex: 1, itemKey: 'k' } } };
    const outline = positionInspection.outline?.(buying as never, { ...at, seen });
    const sender = `transaction-sender/${chainId}/0xe1`;
    expect(outline?.requests).toEqual([{ to: sender, key: 'b-4', what: 'Order 2' }]);
    expect(outline?.related).toContainEqual({ id: sender, relation: "sends the position's transactions" });
    expect(outline?.transactions).toEqual([
      { chainId, hash: asHash('0xf'), nonce: null, status: 'mined', blockNumber: 5, what: 'Order 1' },
    ]);
    const alone = positionInspection.outline?.(snapshot as never, nothing);
    expect([alone?.requests, alone?.transactions]).toEqual([[], []]);
  });

  test('has what its orders brought in a table, and for programs', () => {
    const { rows } = sectionOf(shown?.sections ?? [], 'table', 'Orders');
    expect(rows[0]?.slice(3)).toEqual([
      { lines: [[{ kind: 'amount', amount: asUnits('10'), token: asAddress('0xa'), chainId }]] },
      { lines: [[{ kind: 'amount', amount: asUnits('3'), token: asAddress('0xb'), chainId }]] },
      { lines: [[{ kind: 'transaction', chainId, hash: asHash('0xf') }]] },
    ]);
    expect(shown?.domain).toMatchObject({ kind: 'dca', total: 5 });
    expect(shown?.domain?.orders).toContainEqual(
      expect.objectContaining({ index: 0, fill: expect.objectContaining({ side: 'buy', txHash: asHash('0xf'), strategyId: null }) }),
    );
  });

  test('with thousands of orders says how many are left out between and after the shown ones', () => {
    const chain = {
      ...(snapshot.context.chain as object),
      frequency: 5_000,
      intervalSec: 5_000 * 60,
      processed: 2_000,
      nextOrderTimeSec: T0 / 1_000,
    };
    const long = positionInspection.show?.({ value: 'success', context: { ...snapshot.context, chain } } as never, nothing);
    const { steps, moreAfter } = sectionOf(long?.sections ?? [], 'steps', 'Schedule');
    expect(steps.filter(({ moreBefore = 0 }) => moreBefore > 0)).toMatchObject([{ name: 'Order 1951', moreBefore: 1_750 }]);
    expect([steps.length, moreAfter]).toEqual([350, 2_900]);
    const { rows, around = 0 } = sectionOf(long?.sections ?? [], 'table', 'Orders');
    expect(rows[around]?.[0]).toEqual({ lines: [[{ kind: 'text', text: '2001' }]] });
  });
});

describe('an agent', () => {
  const { snapshot } = sample('autopilot-agent');
  const { chainId, budgetToken, allowTokens } = contextOf<{
    engineState: { policy: { chainId: number; budgetToken: Address; allowTokens: readonly Address[] } };
  }>(snapshot).engineState.policy;
  const token = allowTokens.find((one) => one !== budgetToken) ?? budgetToken;
  const intent = {
    strategyId: 's',
    side: 'sell',
    tokenIn: token,
    tokenOut: budgetToken,
    amountIn: asUnits('7'),
    reason: 'It rose.',
  } as const;
  const trade = {
    recordId: 'k',
    intent,
    startedAtMs: T0,
    executor: asAddress('0xe1'),
    deadlineSec: 1,
    txHash: asHash('0xf'),
    reason: null,
  };
  const seen: SeenOfAgent = {
    filled: [{ ...trade, state: 'filled', fill: { amountIn: asUnits('7'), amountOut: asUnits('9'), blockTimeSec: T0 / 1_000 } }],
    failed: [{ ...trade, state: 'failed', fill: null, startedAtMs: T0 + 5, txHash: asHash('0xg') }],
    prices: [{ token: asAddress(token), points: [{ atMs: T0, value: '3000.5' }] }],
    ...{ executor: asAddress('0xE1'), gatherer: null, inBatch: null },
  };

  test('a strategy that has made all of its runs is not scheduled, whatever time it had noted for the next one', () => {
    const context = contextOf<{ engineState: { policy: object } }>(snapshot);
    const nextOf = (runs: number) => {
      const policy = { ...context.engineState.policy, strategies: [{ id: 'first', type: 'dca', tokenOut: token, maxRuns: 1 }] };
      const strategies = { first: { runs, lastFillAtMs: null, nextAtMs: T0, isOver: false } };
      const engineState = { ...context.engineState, policy, strategies };
      const shown = agentInspection.show?.({ ...snapshot, context: { ...context, engineState } } as never, nothing);
      return JSON.stringify(shown?.business?.flatMap((section) => (section.kind === 'facts' ? section.facts : [])));
    };
    expect(nextOf(0)).toContain(`"atMs":${T0}`);
    expect(nextOf(1)).toContain('none: its strategies have ended');
  });

  test('has its trades as transactions, newest first, and its fills on the prices and in a table', () => {
    const outline = agentInspection.outline?.(snapshot as never, { ...at, seen });
    expect(outline?.transactions?.map(({ hash, status, what }) => [hash, status, what])).toEqual([
      ['0xg', 'reverted', 's: It rose.'],
      ['0xf', 'mined', 's: It rose.'],
    ]);
    const shown = agentInspection.show?.(snapshot as never, { ...at, seen });
    const series = shown?.sections.find(({ kind }) => kind === 'series');
    expect(series).toMatchObject({ unit: 'dollars', points: [{ value: '3000.5' }], marks: [{ atMs: T0, points: 'down' }] });
    expect(sectionOf(shown?.sections ?? [], 'table', 'Fills').rows).toHaveLength(1);
    expect(shown?.domain).toMatchObject({
      kind: 'agent',
      fills: [
        {
          side: 'sell',
          given: { amount: asUnits('7'), token, chainId },
          got: { amount: asUnits('9') },
          strategyId: 's',
          txHash: asHash('0xf'),
        },
      ],
      series: [{ token, points: [{ atMs: T0, usd: '3000.5' }] }],
    });
  });

  test('has its limits as amounts of what it pays with, and in words for programs', () => {
    const shown = agentInspection.show?.(snapshot as never, nothing);
    const spent = sectionOf(shown?.sections ?? [], 'bars', 'Limits').bars.find(({ name }) => name === 'Spent in 24 hours');
    expect(spent?.of).toMatchObject([{ kind: 'amount', token: budgetToken, chainId }]);
    const limits = shown?.domain?.limits as readonly { readonly name: string; readonly of: string }[];
    expect(limits.find(({ name }) => name === 'Spent in 24 hours')?.of).toMatch(/^[\d,.]+ \S+$/);
  });
});

test('a sender shows its requests, described by their requesters', () => {
  const { snapshot } = sample('transaction-sender', ({ snapshot: { context } }) => {
    const flights = context.flights as readonly unknown[];
    return flights.length > 0;
  });
  const [flight] = snapshot.context.flights as readonly { readonly request: { readonly requestKey: string } }[];
  const requestKey = flight?.request.requestKey ?? '';
  const inHand = senderInspection.inHand?.(snapshot as never, new Map([[requestKey, 'Order 1']])) ?? [];
  expect(inHand.length).toBeGreaterThan(0);
  for (const { what } of inHand) expect(what).toBe('Order 1');
  expect(senderInspection.inHand?.(snapshot as never, new Map([['another', 'Order 2']]))).toEqual([]);
  const outline = senderInspection.outline?.(snapshot as never, nothing);
  expect(outline?.related?.map(({ relation }) => relation)).toContain('requested a transaction');
});

test('a batch shows its items, and asks its sender under its own id', () => {
  const { snapshot } = sample('dca-batch', ({ snapshot: { context } }) => context.sealed !== null);
  const { chainId, sealed } = contextOf<{
    readonly chainId: number;
    readonly sealed: { readonly id: string; readonly items: readonly { readonly positionActorId: string }[] };
  }>(snapshot);
  const outline = dcaBatchInspection.outline?.(snapshot as never, { ...at, seen: { executor: asAddress('0xE1') } });
  const to = `transaction-sender/${chainId}/0xe1`;
  expect(outline?.requests).toEqual([{ to, key: sealed.id, what: `Batch ${sealed.id}` }]);
  expect(outline?.related).toContainEqual({ id: sealed.items[0]?.positionActorId ?? '', relation: 'is in the batch' });
  const shown = dcaBatchInspection.show?.(snapshot as never, nothing);
  const { rows } = sectionOf(shown?.sections ?? [], 'table', 'Orders and pay-outs');
  expect(rows[0]?.[0]).toEqual({ lines: [[{ kind: 'actor', id: sealed.items[0]?.positionActorId ?? '' }]] });
});
