import { expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { autopilotAgent } from '../../../actors/autopilot-agent/actor.ts';
import type { AutopilotAgentInput } from '../../../machines/autopilot-agent/context.ts';
import { tradeIdOf } from '../../../machines/autopilot-agent/context-changes.ts';
import type { AutopilotAgentEvent } from '../../../machines/autopilot-agent/events.ts';
import { warningDueMs } from '../../../machines/autopilot-agent/expiry.ts';
import { autopilotAgentMachine } from '../../../machines/autopilot-agent.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import type { AutopilotPolicy, Strategy } from '../../../src/values/autopilot/policy.ts';
import { asHash, asUnits } from '../../support/branded.ts';
import { walkMachine } from '../../support/walk-machine.ts';
import {
  agentAfter,
  bought,
  buy,
  chain,
  EFFECTS,
  facts,
  failed,
  fill,
  filled,
  gone,
  input,
  linked,
  ofOther,
  overAt,
  pause,
  planned,
  policy,
  reconciled,
  restored,
  resume,
  returned,
  settledInBatch,
  settledTx,
  skipped,
  synced,
  T0,
  takenBack,
  tick,
  toExits,
  tradeId,
  unlinked,
  unlinkedOther,
  update,
  usdc,
  warnAt,
  weth,
} from './agent-samples.ts';

test('the agent keeps the house rules', () => {
  expect(houseRuleProblems(autopilotAgentMachine, new Set(EFFECTS))).toEqual([]);
});

const idlePolicy = policy([{ ...buy, enabled: false }]);
const unsafePolicy = policy([buy], 50);
const toSubmitting = [linked, tick(), planned];
const samples = [
  ...[tick(), tick(null), tick(facts(null)), pause, resume, update, synced, linked, planned, skipped, settledTx, ofOther],
  ...[unlinked, filled, failed, returned, gone, restored, reconciled, takenBack],
];

test('an agent takes every transition: one trade at a time, each to its end, whatever its wallet does meanwhile', () => {
  const trading = walkMachine(autopilotAgentMachine, {
    input: input(),
    samples,
    paths: [
      { name: 'a buy', events: [...toSubmitting, settledTx, filled], ends: 'watching' },
      { name: 'a buy in a batch', events: [...toSubmitting, settledInBatch, filled, settledInBatch], ends: 'watching' },
      {
        name: 'a buy in a batch while it waits for another',
        events: [...toSubmitting, { ...settledInBatch, requestKey: ofOther.requestKey }],
        ends: 'submitting',
      },
      { name: 'a buy that the chain takes back', events: [...toSubmitting, settledTx, filled, takenBack], ends: 'watching' },
      { name: 'a trade that fails', events: [...toSubmitting, settledTx, failed], ends: 'watching' },
      { name: 'a trade that is not sent', events: [...toSubmitting, settledTx, returned], ends: 'watching' },
      { name: 'a trade that cannot be handed over', events: [...toSubmitting, returned], ends: 'watching' },
      { name: 'a reorg', events: [...toSubmitting, settledTx, gone, settledTx, filled], ends: 'watching' },
      {
        name: 'a reorg, with the second outcome told before the first is known to be gone',
        events: [...toSubmitting, settledTx, settledTx, gone, filled],
        ends: 'watching',
      },
      { name: 'the same, of a trade that failed', events: [...toSubmitting, settledTx, settledTx, gone, failed], ends: 'watching' },
      { name: 'a new policy while it plans', events: [linked, tick(), update, planned], ends: 'watching' },
      { name: 'a new policy while it is sent', events: [...toSubmitting, update, unlinkedOther], ends: 'submitting' },
      {
        name: 'the chain takes the agent back while it trades',
        events: [...toSubmitting, unlinked, planned, settledTx, returned],
        ends: 'unlinked',
      },
      { name: 'the outcome of another trade', events: [...toSubmitting, ofOther], ends: 'submitting' },
      { name: 'told twice, and late', events: [linked, linked, filled, failed, returned, gone, ofOther], ends: 'watching' },
      { name: 'the same tick again', events: [linked, tick(facts(null)), tick(facts(null)), tick(), tick()], ends: 'planning' },
      { name: 'no route', events: [linked, tick(), skipped], ends: 'watching' },
      { name: 'its owner comes between while it plans', events: [linked, tick(), returned], ends: 'watching' },
      { name: 'paused while it plans', events: [linked, tick(), pause, planned], ends: 'watching' },
      { name: 'paused while it is sent', events: [...toSubmitting, pause, pause, resume], ends: 'submitting' },
      { name: 'paused twice, resumed twice', events: [linked, pause, pause, tick(), resume, resume], ends: 'watching' },
      { name: 'a new policy, then the old one on chain', events: [linked, update, tick()], ends: 'watching' },
      { name: 'a new policy that stops buys', events: [linked, toExits, { ...toExits, at: T0 + 1 }], ends: 'watching' },
      { name: 'synced twice', events: [linked, synced, synced], ends: 'watching' },
      { name: 'over before it is linked, and nobody looked', events: [tick(null, overAt), tick(null, overAt)], ends: 'unlinked' },
      { name: 'warned before it is linked', events: [tick(null, warnAt), tick(null, warnAt)], ends: 'unlinked' },
      {
        name: 'the chain takes the agent back, and it is created again',
        events: [linked, unlinkedOther, unlinked, linked],
        ends: 'watching',
      },
      { name: 'restored', events: [linked, restored, reconciled], ends: 'watching' },
      { name: 'restored before it is linked', events: [restored, reconciled], ends: 'unlinked' },
    ],
  });
  const idle = walkMachine(autopilotAgentMachine, {
    input: input(idlePolicy),
    samples,
    paths: [
      { name: 'warned once', events: [linked, tick(facts(), warnAt), tick(facts(), warnAt + 1)], ends: 'watching' },
      { name: 'not warned once it is over', events: [linked, tick(facts(), overAt), tick(facts(), overAt + 1)], ends: 'watching' },
    ],
  });
  const unsafe = walkMachine(autopilotAgentMachine, {
    input: input(unsafePolicy),
    samples,
    paths: [
      {
        name: 'held back by safety',
        events: [linked, tick(facts(chain(), { [weth]: { score: 10, reason: 'bad', atMs: T0 } }))],
        ends: 'watching',
      },
    ],
  });
  const paper = walkMachine(autopilotAgentMachine, {
    input: input(policy(), asUnits('100000000')),
    samples,
    paths: [
      { name: 'a buy on paper', events: [tick(), filled], ends: 'watching' },
      { name: 'no route on paper', events: [tick(), skipped], ends: 'watching' },
      { name: 'a restored dry run', events: [restored, reconciled], ends: 'watching' },
    ],
  });
  const reports = [trading, idle, unsafe, paper];
  expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  // The test runs four agents. A transition of the machine counts as covered when at least one of them took it.
  const [first = [], ...others] = reports.map(({ uncovered }) => uncovered);
  expect(first.filter((one) => others.every((uncovered) => uncovered.includes(one)))).toEqual([]);
});

test('a restored agent counts the fills that came after its restored state, and those only', () => {
  const minute = (n: number, amountOut: string) => ({
    intent: bought,
    fill: { ...fill, amountOut: asUnits(amountOut), blockTimeSec: T0 / 1000 + n * 60 },
  });
  const first: AutopilotAgentEvent = { ...filled, fill: minute(0, '100').fill };
  const knows = [linked, tick(), planned, settledTx, first];
  const answer: AutopilotAgentEvent = { ...reconciled, fills: [minute(0, '100'), minute(60, '90'), minute(120, '80')] };
  const { engineState } = agentAfter([...knows, restored, answer]).context;
  expect(engineState.basis[weth]).toEqual({ quantity: asUnits('270'), cost: asUnits('30000000') });
  expect(engineState.strategies.buy).toMatchObject({ runs: 3, nextAtMs: T0 + 3 * 3_600_000 });
  const { engineState: knowsAll } = agentAfter([...knows, restored, { ...answer, fills: [minute(0, '100')] }]).context;
  expect(knowsAll.strategies.buy).toMatchObject({ runs: 1, nextAtMs: T0 + 3_600_000 });
});

test('a new policy or a lost link withdraws the current trade, as a pause does', () => {
  for (const event of [pause, update, unlinked]) {
    let [snapshot] = initialTransition(autopilotAgentMachine, input());
    for (const step of toSubmitting) [snapshot] = transition(autopilotAgentMachine, snapshot, step);
    const [, asked] = transition(autopilotAgentMachine, snapshot, event);
    expect(asked.find(({ type }) => type === 'withdrawTrade')?.params).toEqual({ chainId: 31337, tradeId });
  }
});

test('a fill belongs to the strategy that requested it, not to another type that got its id meanwhile, also when it is counted again', () => {
  const dip: Strategy = {
    id: 'buy',
    type: 'dip_buy',
    tokenOut: weth,
    amount: '10',
    dropBps: 100,
    lookbackSeconds: 600,
    cooldownSeconds: 900,
  };
  const toDip: AutopilotAgentEvent = { ...update, policy: policy([dip]) };
  const engineState = { strategies: { buy: { runs: 0, lastFillAtMs: null, cooldownUntilMs: 0 } } };
  const asked = [linked, tick(), planned];
  const after = agentAfter([...asked, toDip, settledTx, filled]).context;
  expect(after.engineState).toMatchObject(engineState);
  expect(after.engineState.basis[weth]).toEqual({ quantity: fill.amountOut, cost: fill.amountIn });
  expect(after.outcomes).toEqual({});
  expect(agentAfter([...asked, toDip, settledTx, failed]).context.engineState.strategies.buy).toMatchObject({
    failures: 0,
    cooldownUntilMs: 0,
  });

  // The intent of a submitted trade contains the type of its strategy (`strategyType`), so the trade that the vault's reply contains has it
  // too. A restored agent must accept it.
  const [, actions] = transition(autopilotAgentMachine, agentAfter([linked, tick()]), planned);
  const recordedTrade = { ...bought, strategyType: 'dca' } as const;
  expect(actions.find(({ type }) => type === 'submitTrade')?.params).toMatchObject({
    trade: { intent: { strategyId: 'buy', strategyType: 'dca' } },
  });
  const answer: AutopilotAgentEvent = { ...reconciled, fills: [{ intent: recordedTrade, fill }] };
  const restoredAgent = agentAfter([linked, toDip, restored, answer]).context.engineState;
  expect(restoredAgent).toMatchObject(engineState);
  expect(restoredAgent.basis[weth]).toEqual({ quantity: fill.amountOut, cost: fill.amountIn });

  const paperTrade = (events: readonly AutopilotAgentEvent[]) => {
    const [start] = initialTransition(autopilotAgentMachine, input(policy(), asUnits('100000000')));
    return events.reduce((snapshot, event) => transition(autopilotAgentMachine, snapshot, event)[0], start).context;
  };
  const skippedAfter = paperTrade([tick(), toDip, skipped]);
  expect([skippedAfter.outcomes, skippedAfter.engineState.strategies.buy?.failures]).toEqual([{}, 0]);
});

test('an agent whose warning was missed sends none, and is no longer due for it', () => {
  const [unlinkedYet] = initialTransition(autopilotAgentMachine, input());
  const [watching] = transition(autopilotAgentMachine, initialTransition(autopilotAgentMachine, input(idlePolicy))[0], linked);
  for (const snapshot of [unlinkedYet, watching]) {
    const [after, asked] = transition(autopilotAgentMachine, snapshot, tick(facts(), overAt));
    expect(asked.filter(({ type }) => type === 'note')).toEqual([]);
    expect(warningDueMs(after.context)).toBeNull();
  }
});

test('a blocked buy is due at every tick, so that it is never late; after a buy the next one is due', () => {
  const dueAfter = (events: readonly AutopilotAgentEvent[]) => {
    const [start] = initialTransition(autopilotAgentMachine, input());
    return autopilotAgent.due(events.reduce((snapshot, event) => transition(autopilotAgentMachine, snapshot, event)[0], start));
  };
  expect(dueAfter([linked, tick(facts(chain({ balances: { [usdc]: asUnits('1') } })), T0 + 1_000)])).toBe(0);
  expect(dueAfter([linked, tick(), planned, settledTx, filled, tick(facts(chain({ blockTimeSec: T0 / 1000 + 1 })), T0 + 1_000)])).toBe(
    T0 + 3_600_000,
  );
});

test('agents that wait without a fault are never late: a blocked dry run, an agent that is switched off, a chain that cannot be read', () => {
  const dueAfter = (start: AutopilotAgentInput, events: readonly AutopilotAgentEvent[]) => {
    const [first] = initialTransition(autopilotAgentMachine, start);
    return autopilotAgent.due(events.reduce((snapshot, event) => transition(autopilotAgentMachine, snapshot, event)[0], first));
  };
  // A dry run with a budget of 0 can buy nothing, but its buys must still be due.
  const withoutBudget = input(policy(), asUnits('0'));
  expect(dueAfter(withoutBudget, [])).toBe(T0);
  expect(dueAfter(withoutBudget, [tick()])).toBe(0);

  const off = (atMs: number) => tick(facts(chain({ active: false, blockTimeSec: atMs / 1000 })), atMs);
  const bought = [linked, tick(), planned, settledTx, filled, tick(facts(chain({ blockTimeSec: T0 / 1000 + 60 })), T0 + 60_000)];
  const nextMs = T0 + 3_600_000;
  for (const look of [off, (atMs: number) => tick(facts(null), atMs), (atMs: number) => tick(null, atMs)]) {
    expect(dueAfter(input(), [...bought, look(T0 + 120_000)])).toBe(nextMs);
    expect(dueAfter(input(), [...bought, look(T0 + 120_000), look(nextMs)])).toBe(0);
  }
});

test('the evaluation of a blocked agent is stored once, and not again at each tick', () => {
  const [start] = initialTransition(autopilotAgentMachine, input(policy(), asUnits('0')));
  const [kept] = transition(autopilotAgentMachine, start, tick());
  const [again] = transition(autopilotAgentMachine, kept, tick(facts(), T0 + 60_000));
  expect(again.context).toBe(kept.context);
});

const stop: Strategy = { id: 'stop', type: 'stop_loss', token: weth, priceUsd: '3100', sellBps: 10_000 };
const guarded: AutopilotPolicy = {
  ...policy([stop]),
  protections: { maxLosses: { count: 1, windowSeconds: 3600, pauseSeconds: 600 }, stopCooldownSeconds: 300 },
};

test('a wallet is notified once that a protection stops buys, in the step that stops them, and once when it ends on its own', () => {
  const told: { kind: string; reason: string; data: Record<string, string> }[][] = [];
  let [snapshot] = initialTransition(autopilotAgentMachine, input(guarded));
  const send = (event: AutopilotAgentEvent) => {
    const [next, actions] = transition(autopilotAgentMachine, snapshot, event);
    snapshot = next;
    told.push(actions.flatMap(({ type, params }) => (type === 'note' ? (params as { notes: (typeof told)[number] }).notes : [])));
    expect(next.context.untold).toBeUndefined();
    return told.at(-1)?.map(({ kind, data }) => [kind, data.protection, data.untilMs]);
  };
  const holding = (amount: string, atMs: number) => facts(chain({ balances: { [weth]: asUnits(amount) }, blockTimeSec: atMs / 1000 }));
  const untilMs = (seconds: number) => `${T0 + seconds * 1000}`;
  send(linked);
  // The agent bought an amount of WETH for 10 USDC, and now sells the same amount for 1 USDC.
  const bought = {
    intent: { strategyId: 'gone', side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: asUnits('10000000'), reason: '' },
    fill,
  } as const;
  send(restored);
  send({ ...reconciled, fills: [bought] });
  send(tick(holding(fill.amountOut, T0 + 60_000), T0 + 60_000));
  const ofSale = { tradeId: tradeIdOf('r1', 2, T0 + 60_000), at: T0 + 60_000 };
  send({ ...planned, ...ofSale });
  const sale = { amountIn: fill.amountOut, amountOut: asUnits('1000000'), blockTimeSec: T0 / 1000 + 60 };
  send({ type: 'TX_SETTLED', requestKey: ofSale.tradeId, outcome: 'mined', txHash: asHash('0xh'), at: ofSale.at });
  expect(told.flat()).toEqual([]);
  expect(send({ type: 'TRADE_SETTLED', ...ofSale, fill: sale, txHash: asHash('0xh'), chain: null })).toEqual([
    ['protection', 'max-losses', untilMs(660)],
    ['protection', 'stop-cooldown', untilMs(360)],
  ]);
  expect(told.at(-1)?.[0]?.reason).toBe(
    'Nothing is bought until 2026-01-01T00:11:00.000Z: 1 sales at a loss were made within 3600 seconds.',
  );

  const look = (seconds: number) => send(tick(holding('0', T0 + seconds * 1000), T0 + seconds * 1000));
  expect(look(120)).toEqual([]);
  expect(autopilotAgent.due(snapshot)).toBe(T0 + 360_000);
  // Two protections block buys of the token at the same time. The end of the first one must not be reported; buys resume only when the
  // second one ends too.
  expect(look(360)).toEqual([]);
  expect(autopilotAgent.due(snapshot)).toBe(T0 + 660_000);
  expect(look(660)).toEqual([['protection-end', 'max-losses', undefined]]);
  expect(look(720)).toEqual([]);
  expect(send(toExits)).toEqual([
    ['policy-change', undefined, undefined],
    ['protection', 'exits-only', undefined],
  ]);
  expect(send(toExits)).toEqual([['policy-change', undefined, undefined]]);
});
