import './agent-view.css';
import type { AgentDetails } from '../../../../values/inspection/actor-details.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatPlural } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { FillTable } from './fill-table.tsx';
import { LimitBars } from './limit-bars.tsx';
import { PriceChart } from './price-chart.tsx';
import { StrategyTable } from './strategy-table.tsx';
import type { TokenBook } from './token-book.ts';

/** An agent: why each strategy did or did not act, how much of its limits is used, and its trades on the prices. */
export function AgentView({ agent, book, chainId }: { agent: AgentDetails; book: TokenBook; chainId: number }) {
  const { strategies, limits, series, fills, isPaper } = agent;
  return (
    <>
      <Panel
        title="Strategies"
        note={isPaper ? <Badge tone="warn">dry run</Badge> : formatPlural(strategies.length, 'strategy', 'strategies')}
        isFlush
      >
        <StrategyTable strategies={strategies} />
      </Panel>
      <div class="agent-view-columns">
        <Panel title="Limits">
          <LimitBars limits={limits} />
        </Panel>
        {series.map(({ token, points }) => (
          <Panel key={token} title={`Price of ${book.symbolOf(chainId, token)}`} note="US dollars">
            <PriceChart
              name={book.symbolOf(chainId, token)}
              points={points}
              fills={fills.filter(({ given, got }) => given.token === token || got.token === token)}
              book={book}
            />
          </Panel>
        ))}
      </div>
      <Panel
        title="Fills"
        note={fills.length === 0 ? 'none yet' : formatPlural(fills.length, 'newest', 'newest')}
        isFlush={fills.length > 0}
      >
        {fills.length === 0 ? <p class="domain-view-none">It has not traded yet.</p> : <FillTable fills={fills} book={book} />}
      </Panel>
    </>
  );
}
