import type { TransactionNote } from '../../src/values/inspection/actor-details.ts';
import { amount, cell, text, transaction } from '../../src/values/inspection/section-values.ts';
import type { Cell, Section, StepState } from '../../src/values/inspection/sections.ts';
import type { TradeDetails, TradeStep } from './details.ts';

/** Builds the inspector's sections of a trade: its amounts, its provider and its progress. */
export function tradeSections(
  { provider, from, to, path }: TradeDetails,
  transactions: readonly Pick<TransactionNote, 'chainId' | 'hash' | 'what'>[],
): readonly Section[] {
  return [
    {
      ...{ kind: 'facts', title: 'Route', note: provider === null ? [] : [text(`by ${provider}`)] },
      facts: [
        { name: 'Gives', value: sideCell(from) },
        { name: 'Gets', value: sideCell(to) },
        ...(transactions.length === 0
          ? []
          : [
              { name: 'Transactions', value: { lines: transactions.map(({ chainId, hash, what }) => [transaction(chainId, hash, what)]) } },
            ]),
      ],
    },
    {
      ...{ kind: 'steps', title: 'Way', of: 'step' },
      steps: path.map(({ status: name, atMs }, index) => ({ name, atMs, state: stateOf(path, index) })),
    },
  ];
}

function sideCell(side: TradeDetails['to']): Cell {
  if (side === null) return cell(text('an amount that is not known'));
  return { lines: [[amount(side)]], notes: [[text(`chain ${side.chainId}`)]] };
}

/** Returns the display state of a step: the last reached step is shown as current, unless it is a final step. */
function stateOf(path: readonly TradeStep[], index: number): StepState {
  const reached = path.findLastIndex(({ atMs }) => atMs !== null);
  if (index > reached) return 'later';
  if (index === reached) return index < path.length - 1 ? 'now' : path[index]?.status === 'failed' ? 'failed' : 'done';
  // If a step before the last reached step has no time, it was never observed, so it is not shown as done.
  return path[index]?.atMs === null ? 'later' : 'done';
}
