import { describe, expect, test } from 'bun:test';
import { consequencesForAgent } from '../../../actors/autopilot-agent/consequences.ts';
import { consequencesForPosition } from '../../../actors/dca-position/consequences.ts';
import { factKeyOf } from '../../../actors/dca-position/position-fact.ts';
import { openPaperVault } from '../../../machines/autopilot-agent/paper-vault.ts';
import type { DcaPositionContext } from '../../../machines/dca-position/context.ts';
import { consequencesOf } from '../../../src/runtime/operator/after-restore.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { agentFactKeys } from '../../../src/values/autopilot/fact-keys.ts';
import type { OnChainAgent } from '../../../src/values/autopilot/facts.ts';
import { asHash, asUnits } from '../../support/branded.ts';
import { definitions, recordedActors } from '../../support/recorded-actors.ts';
import {
  agentAfter,
  chain,
  filled,
  linked,
  pause,
  planned,
  restored,
  settledTx,
  T0,
  tick,
  update,
  usdc,
} from '../machines/agent-samples.ts';

const now = { nowMs: T0 + 60_000, facts: null };
const codes = (list: readonly { readonly code: string; readonly isStandstill: boolean }[]) =>
  list.map(({ code, isStandstill }) => `${isStandstill ? 'stops: ' : ''}${code}`);
const vaultSays = (agent: OnChainAgent) => ({
  nowMs: now.nowMs,
  facts: new Map<string, unknown>([
    [agentFactKeys.vault(31337), '0xv'],
    [agentFactKeys.agent(31337, linked.link.vault, 7), agent],
  ]),
});

describe('what follows from the restore of an agent', () => {
  const before = agentAfter([linked, restored]);
  const later = agentAfter([linked, update]);

  test('an agent whose policy the vault no longer has stands still, with what helps', () => {
    const [first, ...more] = consequencesForAgent(before, later, vaultSays(chain({ policyHash: asHash('0x09') })));
    expect(first).toMatchObject({ code: 'policy-hash-mismatch', isStandstill: true });
    expect(first?.sentence).toStartWith('The vault has policy 0x09 (read now), and the restored state has policy 0x01.');
    expect(first?.sentence).toContain('until its wallet sends updatePolicy');
    expect(codes(more)).toEqual(['policy-replaced']);
  });

  test('without data of now, the vault as it was last read decides', () => {
    const seen = { ...later, context: { ...later.context, chain: chain({ policyHash: asHash('0x09') }) } };
    const [first] = consequencesForAgent(before, seen, now);
    expect(first).toMatchObject({ code: 'policy-hash-mismatch', isStandstill: true });
    expect(first?.sentence).not.toContain('read now');
    expect(codes(consequencesForAgent(before, later, now))).toEqual(['policy-replaced']);
    expect(consequencesForAgent(before, null, now)).toEqual([]);
  });

  test('an agent that the vault serves stands still for the reason that it would have afterwards', () => {
    expect(consequencesForAgent(before, agentAfter([linked]), vaultSays(chain()))).toEqual([]);
    const [off] = consequencesForAgent(before, agentAfter([linked]), vaultSays(chain({ active: false })));
    expect(off).toEqual({
      code: 'inactive-on-chain',
      isStandstill: true,
      sentence:
        'The agent makes no trade. The owner has switched the agent off in the vault. The agent trades again when it is switched on there.',
    });
  });

  test('a pause and a missing link stand still; what the owner paused since then trades again; a trade under way is counted', () => {
    expect(codes(consequencesForAgent(agentAfter([restored]), later, now))).toEqual(['stops: waiting-for-link', 'policy-replaced']);
    expect(codes(consequencesForAgent(agentAfter([linked, pause]), agentAfter([linked]), now))).toEqual(['stops: paused']);
    expect(codes(consequencesForAgent(before, agentAfter([linked, pause]), vaultSays(chain())))).toEqual(['resumes']);
    expect(codes(consequencesForAgent(before, agentAfter([linked, tick(), planned]), vaultSays(chain())))).toEqual(['trade-under-way']);
  });
});

describe('what becomes of the runs and the cost basis of a restored agent', () => {
  const bought = [linked, tick(), planned, settledTx, filled] as const;

  test('they are first those of the restored state, and the trades since then are counted again', () => {
    const [note, ...more] = consequencesForAgent(agentAfter([linked]), agentAfter(bought), vaultSays(chain()));
    expect([note?.code, note?.isStandstill, more]).toEqual(['figures-rewound', false, []]);
    expect(note?.sentence).toBe(
      'The agent\'s runs and cost basis become those of the restored state (runs of "buy": 0 instead of 1; cost basis of WETH: none ' +
        'instead of 0.0033 WETH for 10 USDC). The trades that were executed after that state are then counted again from their records, ' +
        'before the agent trades.',
    );
  });

  test('without a trade since the restored state, nothing is counted again', () => {
    const now = agentAfter(bought);
    const { engineState } = now.context;
    const less = { ...now, context: { ...now.context, engineState: { ...engineState, basis: {} } } };
    const [note] = consequencesForAgent(now, less, vaultSays(chain()));
    expect(note?.sentence).toContain(
      '(cost basis of WETH: 0.0033 WETH for 10 USDC instead of none). No trade was executed after that state',
    );
    expect(consequencesForAgent(now, now, vaultSays(chain()))).toEqual([]);
  });

  test('a dry run keeps the figures of the restored state', () => {
    const paper = openPaperVault(usdc, asUnits('100000000'));
    const of = (all: ReturnType<typeof agentAfter>, tradeNo: number) => ({ ...all, context: { ...all.context, paper, tradeNo } });
    const [note] = consequencesForAgent(of(agentAfter([linked]), 0), of(agentAfter(bought), 1), now);
    expect(note?.code).toBe('dry-run-rewound');
    expect(note?.sentence).toContain(
      'those of the restored state (runs of "buy": 0 instead of 1; cost basis of WETH: none instead of 0.0033',
    );
  });
});

/** Casts a recorded context to the type of its machine. */
function contextOf<T>(record: ActorRecord | undefined): T {
  return record?.snapshot.context as T;
}

describe('what follows from the restore of a position', () => {
  const record = recordedActors().find(({ type, snapshot }) => type === 'dca-position' && snapshot.value === 'success');
  const context = contextOf<DcaPositionContext>(record);
  const position = context.chain;
  const at = (more: object) => ({
    nowMs: now.nowMs,
    facts: new Map([[factKeyOf(context) ?? '', { position: { ...position, isAutoBuy: true, ...more }, blockTimeSec: 1 }]]),
  });
  const of = (changes: Partial<DcaPositionContext> = {}) => ({ value: 'reconciling', context: { ...context, ...changes } });

  test('the vault decides whether it buys', () => {
    expect(codes(consequencesForPosition(of(), of(), at({})))).toEqual([]);
    expect(codes(consequencesForPosition(of(), of(), at({ status: 'cancelled' })))).toEqual(['stops: cancelled']);
    expect(codes(consequencesForPosition(of(), of(), at({ status: 'completed' })))).toEqual(['stops: completed']);
    expect(codes(consequencesForPosition(of(), of(), at({ isAutoBuy: false })))).toEqual(['stops: auto-buy-off']);
    const guard = { guardian: '0xg', pausedBy: '0xg', allPausedBy: null };
    expect(codes(consequencesForPosition(of(), of(), at({ guard })))).toEqual(['stops: paused']);
  });

  test('a record without a position waits; a put-off order and one under way are named', () => {
    expect(codes(consequencesForPosition(of({ link: null }), of({ link: null }), now))).toEqual(['stops: waiting-for-link']);
    expect(codes(consequencesForPosition(of({ nextAttemptAtMs: now.nowMs + 5 }), of(), at({})))).toEqual(['not-tried-yet']);
    const order = { orderIndex: 1, itemKey: 'k/2/1/0' } as DcaPositionContext['order'];
    expect(consequencesForPosition(of(), of({ order }), at({}))).toMatchObject([
      { sentence: expect.stringContaining('Order 2 is in progress') },
    ]);
  });
});

describe('what follows from the restore of any actor', () => {
  const recorded = recordedActors();
  const [trade] = recorded.filter(({ type }) => type === 'trade');
  const definition = definitions.get('trade');
  if (trade === undefined || definition === undefined) throw new Error('There is no recording of a trade');
  const pause = { type: 'trade', by: 'ada', reason: 'a fork', atMs: 1 };
  const input = { definition, restored: trade, current: trade, now: { facts: null, problem: null }, nowMs: T0, pause: null };

  test('a paused type, a final state, an end of a quarantine and missing data are named, standstills first', () => {
    expect(consequencesOf(input)).toEqual([]);
    const ended = { ...trade, snapshot: { ...trade.snapshot, status: 'done' as const } };
    const sick = { ...trade, health: { ...trade.health, state: 'quarantined' as const } };
    expect(codes(consequencesOf({ ...input, current: sick, now: { facts: null, problem: 'No prices.' }, pause }))).toEqual([
      'stops: type-paused',
      'released',
      'facts-unavailable',
    ]);
    expect(codes(consequencesOf({ ...input, restored: ended, current: ended }))).toEqual(['stops: finished']);
    expect(codes(consequencesOf({ ...input, current: ended }))).toEqual(['awakened']);
  });

  test('an error of the definition is told; every recorded actor can be restored to with a null or unreadable present', () => {
    const broken = {
      ...definition,
      inspection: {
        consequences: () => {
          throw new Error('no luck');
        },
      },
    };
    expect(consequencesOf({ ...input, definition: broken })).toMatchObject([
      { code: 'not-known', sentence: expect.stringContaining('no luck') },
    ]);
    for (const record of recorded) {
      const own = definitions.get(record.type);
      if (own === undefined) throw new Error(`There is no "${record.type}"`);
      const unreadable = { ...record, snapshot: { ...record.snapshot, value: 'nowhere' } };
      for (const { code } of consequencesOf({ ...input, definition: own, restored: record, current: unreadable }))
        expect(code).not.toBe('not-known');
    }
  });
});
