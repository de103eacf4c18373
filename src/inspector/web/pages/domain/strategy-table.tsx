import './strategy-table.css';
import type { AgentDetails } from '../../../../values/inspection/actor-details.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatPlural } from '../../kit/format.ts';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { Time } from '../../kit/time.tsx';
import { toneOfOutcome } from './outcome-tone.ts';

type StrategyNote = AgentDetails['strategies'][number];

/** An agent's strategies with what each came to when it was last looked at. */
export function StrategyTable({ strategies }: { strategies: readonly StrategyNote[] }) {
  return (
    <TableScroll of="strategies">
      <table class="table strategy-table">
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col">Why it acts, or does not</th>
            <th scope="col">Trades</th>
          </tr>
        </thead>
        <tbody>
          {strategies.map((strategy) => (
            <Row key={strategy.id} strategy={strategy} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Row({ strategy }: { strategy: StrategyNote }) {
  const { id, type, outcome, runs, lastFillAtMs, pausedUntilMs } = strategy;
  return (
    <tr>
      <th scope="row">
        <span class="strategy-table-id">{id}</span>
        <span class="strategy-table-minor">{type.replaceAll('_', ' ')}</span>
      </th>
      <td>
        {outcome === null ? (
          <span class="strategy-table-minor">not looked at yet</span>
        ) : (
          <>
            <Badge tone={toneOfOutcome(outcome.kind)}>{outcome.kind}</Badge> <span class="strategy-table-text">{outcome.text}</span>
          </>
        )}
        {pausedUntilMs !== null && (
          <span class="strategy-table-minor">
            its pause ends <Time atMs={pausedUntilMs} />
          </span>
        )}
      </td>
      <td>
        <span class="number">{formatPlural(runs, 'trade')}</span>
        {lastFillAtMs !== null && (
          <span class="strategy-table-minor">
            <Time atMs={lastFillAtMs} />
          </span>
        )}
      </td>
    </tr>
  );
}
