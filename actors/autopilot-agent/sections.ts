import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { shortHash } from '../../src/values/inspection/plain-number.ts';
import { amount, badge, cell, count, text, time, transaction } from '../../src/values/inspection/section-values.ts';
import type { Cell, Phrase, Section } from '../../src/values/inspection/sections.ts';
import { toneOfOutcome } from '../tone-of-code.ts';
import type { AgentDetails, AgentFill, StrategyNote } from './details.ts';

/**
 * Builds the inspector's sections of an agent: its strategies with their latest outcomes, its limits, and its trades on the price charts.
 */
export function agentSections(
  { strategies, limits, prices, fills, isPaper }: AgentDetails,
  { engineState }: AutopilotAgentContext,
): readonly Section[] {
  const note = isPaper ? badge('dry run', 'warn') : text(strategies.length === 1 ? '1 strategy' : `${strategies.length} strategies`);
  return [
    {
      ...{ kind: 'table', title: 'Strategies', note: [note], of: 'strategies' },
      columns: [
        { title: 'Strategy', holds: 'name' },
        { title: 'Why the strategies act or do not act', holds: 'prose' },
        { title: 'Trades' },
      ],
      rows: strategies.map(strategyRow),
    },
    { kind: 'bars', title: 'Limits', bars: limits.map(({ used, of, ...bar }) => ({ ...bar, used: [used], of: [of] })) },
    ...prices.map(({ token, points }): Section => {
      const symbol = engineState.tokens[token]?.symbol ?? shortHash(token);
      const own = fills.filter(({ given, got }) => given.token === token || got.token === token);
      return {
        ...{ kind: 'series', title: `Price of ${symbol}`, name: `price of ${symbol}`, unit: 'dollars', note: [text('US dollars')], points },
        markName: 'fill',
        marks: own.map((fill) => ({ atMs: fill.atMs, points: fill.side === 'buy' ? 'up' : 'down', text: fillPhrase(fill) })),
      };
    }),
    {
      ...{ kind: 'table', title: 'Fills', note: [text(fills.length === 0 ? 'none yet' : `${fills.length} newest`)], of: 'fills' },
      columns: [
        ...[{ title: 'When' }, { title: 'Side' }, { title: 'Gave', holds: 'number' } as const, { title: 'Got', holds: 'number' } as const],
        ...[{ title: 'By' }, { title: 'Transaction' }],
      ],
      rows: fills.map(fillRow),
      empty: 'The agent has not traded yet.',
    },
  ];
}

function strategyRow({ id, type, outcome, runs, lastFillAtMs, pausedUntilMs }: StrategyNote): readonly Cell[] {
  return [
    { lines: [[text(id)]], notes: [[text(type.replaceAll('_', ' '))]] },
    {
      lines: outcome === null ? [] : [[badge(outcome.kind, toneOfOutcome(outcome.kind))], [text(outcome.text)]],
      notes: [
        ...(outcome === null ? [[text('not evaluated yet')]] : []),
        ...(pausedUntilMs === null ? [] : [[text("the strategy's pause ends"), time(pausedUntilMs)]]),
      ],
    },
    { lines: [[count(runs, 'trade')]], notes: lastFillAtMs === null ? [] : [[time(lastFillAtMs)]] },
  ];
}

function fillRow({ atMs, side, given, got, strategyId, txHash }: AgentFill): readonly Cell[] {
  return [
    cell(time(atMs)),
    cell(badge(side, side === 'buy' ? 'ok' : 'accent')),
    cell(amount(given)),
    cell(amount(got)),
    cell(text(strategyId)),
    cell(txHash === null ? text('paper') : transaction(given.chainId, txHash)),
  ];
}

/** Describes a fill (an executed trade) in words, for example `bought 0.0083 WETH for 25 USDC ("weekly")`. */
function fillPhrase({ side, given, got, strategyId }: AgentFill): Phrase {
  const [of, forWhat] = side === 'buy' ? [got, given] : [given, got];
  return [text(side === 'buy' ? 'bought' : 'sold'), amount(of), text('for'), amount(forWhat), text(`("${strategyId}")`)];
}
