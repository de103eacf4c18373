import { expect, test } from 'bun:test';
import type { BuyStop, EngineState } from '../../../../../machines/autopilot-agent/engine-state.ts';
import { protectionNotes } from '../../../../../machines/autopilot-agent/protection-notes.ts';
import type { Protections } from '../../../../../src/values/autopilot/policy.ts';
import { openDesk, START_MS, WBTC, WETH } from './desk.ts';

const AT = START_MS;
const losses = (untilMs: number): BuyStop => ({ reason: 'max-losses', detail: '2 sales at a loss.', untilMs });
const drawdown: BuyStop = { reason: 'max-drawdown', detail: 'Worth 1200 bps less.', untilMs: null };

type Part = { buyStop?: BuyStop | null; tokenCooldowns?: Record<string, number>; protections?: Protections };

function engineState({ buyStop = null, tokenCooldowns = {}, protections }: Part): EngineState {
  const { engineState: first } = openDesk([], protections === undefined ? {} : { protections }).state;
  return { ...first, protection: { ...first.protection, buyStop, tokenCooldowns } };
}

const told = (before: Part, after: Part): unknown[] =>
  protectionNotes(engineState(before), engineState(after), AT).map(({ kind, data }) => [
    kind,
    data.protection,
    ...(data.token === undefined ? [] : [data.token]),
  ]);

const exitsOnly = { exitsOnly: true };

test.each<[string, Part, Part, unknown[]]>([
  ['nothing', {}, {}, []],
  ['a drawdown', {}, { buyStop: drawdown }, [['protection', 'max-drawdown']]],
  ['a drawdown that goes on', { buyStop: drawdown }, { buyStop: drawdown }, []],
  ['a drawdown that an update ended', { buyStop: drawdown }, {}, []],
  ['losses', {}, { buyStop: losses(AT + 1) }, [['protection', 'max-losses']]],
  ['losses that prolong their pause', { buyStop: losses(AT + 1) }, { buyStop: losses(AT + 9) }, []],
  ['losses after a pause that nobody saw end', { buyStop: losses(AT) }, { buyStop: losses(AT + 9) }, [['protection', 'max-losses']]],
  ['a drawdown during a pause after losses', { buyStop: losses(AT + 1) }, { buyStop: drawdown }, [['protection', 'max-drawdown']]],
  ['the end of a pause', { buyStop: losses(AT) }, {}, [['protection-end', 'max-losses']]],
  ['a pause that an update ended', { buyStop: losses(AT + 1) }, {}, []],
  ['the end of a pause while nothing is bought anyway', { buyStop: losses(AT), protections: exitsOnly }, { protections: exitsOnly }, []],
  ['a stop', {}, { tokenCooldowns: { [WETH]: AT + 1 } }, [['protection', 'stop-cooldown', WETH]]],
  [
    'a stop of another token',
    { tokenCooldowns: { [WETH]: AT + 1 } },
    { tokenCooldowns: { [WETH]: AT + 1, [WBTC]: AT + 2 } },
    [['protection', 'stop-cooldown', WBTC]],
  ],
  ['a stop that prolongs its pause', { tokenCooldowns: { [WETH]: AT + 1 } }, { tokenCooldowns: { [WETH]: AT + 2 } }, []],
  ['the end of a stop', { tokenCooldowns: { [WETH]: AT } }, {}, [['protection-end', 'stop-cooldown', WETH]]],
  ['the end of a stop during a pause of all', { tokenCooldowns: { [WETH]: AT }, buyStop: drawdown }, { buyStop: drawdown }, []],
  ['exits only', {}, { protections: exitsOnly }, [['protection', 'exits-only']]],
  ['exits only as before', { protections: exitsOnly }, { protections: { exitsOnly: true, stopCooldownSeconds: 5 } }, []],
])('%s', (_, before, after, expected) => {
  expect(told(before, after)).toEqual(expected);
});

test('a token that was removed from the policy is no longer reported', () => {
  const before = engineState({ tokenCooldowns: { [WETH]: AT } });
  const { [WETH]: _, ...tokens } = before.tokens;
  expect(protectionNotes(before, { ...engineState({}), tokens }, AT)).toEqual([]);
});
