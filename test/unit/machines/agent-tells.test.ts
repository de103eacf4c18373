import { expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { autopilotAgent } from '../../../actors/autopilot-agent/actor.ts';
import type { AutopilotAgentEvent } from '../../../machines/autopilot-agent/events.ts';
import { firstEngineState } from '../../../machines/autopilot-agent/first-engine-state.ts';
import { autopilotAgentMachine } from '../../../machines/autopilot-agent.ts';
import type { ActivityNote } from '../../../src/values/autopilot/activity.ts';
import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import {
  agentAfter,
  buy,
  chain,
  DAY_MS,
  EXPIRY_SEC,
  facts,
  fill,
  filled,
  input,
  linked,
  overAt,
  planned,
  policy,
  price,
  settledTx,
  skipped,
  T0,
  tick,
  tokens,
  usdc,
  warnAt,
  wbtc,
  weth,
} from './agent-samples.ts';

/** Returns the notifications that a step of the agent requests, and the snapshot after it. */
function toldBy(snapshot: ReturnType<typeof agentAfter>, event: AutopilotAgentEvent) {
  const [next, actions] = transition(autopilotAgentMachine, snapshot, event);
  const notes = actions.flatMap(({ type, params }) => (type === 'note' ? (params as { notes: ActivityNote[] }).notes : []));
  return { next, notes };
}

test('a strategy that repeatedly finds no route is recorded each time, and notified only the first time', () => {
  const first = toldBy(agentAfter([linked, tick()]), skipped);
  expect(first.notes).toMatchObject([{ kind: 'failure' }]);
  expect(first.notes[0]?.isRepeat).toBeUndefined();
  const laterMs = T0 + 10 * 60_000;
  const [again] = transition(autopilotAgentMachine, first.next, tick(facts(chain({ blockTimeSec: laterMs / 1000 })), laterMs));
  const { tradeId: second } = again.context.trade ?? { tradeId: '' };
  const later = toldBy(again, { type: 'TRADE_SKIPPED', tradeId: second, kind: 'no-route', detail: 'No pool.', at: laterMs });
  expect(later.notes).toMatchObject([{ kind: 'failure', reason: 'No pool.', isRepeat: true }]);
});

test('an agent that trades at every tick still reports its end and buys blocked by safety, each once', () => {
  const dearer: Strategy = { id: 'unsafe', type: 'dca', tokenOut: wbtc, amount: '5', intervalSeconds: 60 };
  const every: Strategy = { ...buy, intervalSeconds: 60 };
  const document = { ...policy([every, dearer], 50), allowTokens: [usdc, weth, wbtc] };
  const known = { ...tokens, [wbtc]: { symbol: 'WBTC', decimals: 8 } };
  const engineState = firstEngineState(document, known, T0);
  let snapshot = transition(autopilotAgentMachine, initialTransition(autopilotAgentMachine, { ...input(), engineState })[0], linked)[0];
  const kinds: string[][] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    const atMs = warnAt + minute * 60_000;
    const scanned = { [weth]: { score: 90, reason: '', atMs }, [wbtc]: { score: minute === 0 ? 90 : 1, reason: 'Bad.', atMs } };
    const seen = facts(chain({ blockTimeSec: atMs / 1000 }), scanned);
    const { next, notes } = toldBy(snapshot, tick({ ...seen, prices: { ...seen.prices, [wbtc]: price('60000') } }, atMs));
    expect(next.value).toBe('planning');
    kinds.push(notes.map(({ kind }) => kind));
    const id = next.context.trade?.tradeId ?? '';
    const settled = [
      { ...planned, tradeId: id },
      { ...settledTx, requestKey: id },
      { ...filled, tradeId: id, fill: { ...fill, blockTimeSec: atMs / 1000 }, at: atMs },
    ] as AutopilotAgentEvent[];
    snapshot = settled.reduce((before, event) => transition(autopilotAgentMachine, before, event)[0], next);
    expect(snapshot.value).toBe('watching');
  }
  expect(kinds).toEqual([['expiry-warning'], ['safety-block'], []]);
});

test('a wallet is warned of the end of its policy during a trade, and an agent whose warning was missed is no longer due for it', () => {
  for (const events of [
    [linked, tick()],
    [linked, tick(), planned],
    [linked, tick(), planned, settledTx],
  ]) {
    const underWay = agentAfter(events);
    expect(autopilotAgent.due(underWay)).toBe(EXPIRY_SEC * 1000 - 2 * DAY_MS);
    const warned = toldBy(underWay, tick(facts(), warnAt));
    expect(warned.notes.map(({ kind }) => kind)).toEqual(['expiry-warning']);
    expect(warned.next.value).toBe(underWay.value);
    expect(toldBy(warned.next, tick(facts(), warnAt + 60_000)).notes).toEqual([]);
    expect(toldBy(underWay, tick(facts(), overAt)).next.context.warnedOfExpirySec).toBe(EXPIRY_SEC);
  }
});
