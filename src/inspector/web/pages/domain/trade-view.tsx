import './trade-view.css';
import type { AmountOf, TradeDetails } from '../../../../values/inspection/actor-details.ts';
import { Panel } from '../../kit/panel.tsx';
import { Time } from '../../kit/time.tsx';
import type { TokenBook } from './token-book.ts';
import { tradeSteps } from './trade-steps.ts';

/** A trade: what for what, through whom, and how far it got. */
export function TradeView({ trade, book }: { trade: TradeDetails; book: TokenBook }) {
  const { provider, from, to, path, links } = trade;
  return (
    <Panel title="Route" {...(provider === null ? {} : { note: `by ${provider}` })}>
      <p class="trade-view-route">
        <Side amount={from} book={book} />
        <span aria-hidden="true">→</span>
        <span class="visually-hidden">for</span>
        <Side amount={to} book={book} />
      </p>
      <ol class="trade-view-path">
        {tradeSteps(path).map(({ status, atMs, state }) => (
          <li key={status} class={`trade-view-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
            <span class="trade-view-status">{status}</span>
            <span class="trade-view-when">{atMs === null ? 'not yet' : <Time atMs={atMs} />}</span>
          </li>
        ))}
      </ol>
      {links.length > 0 && (
        <ul class="trade-view-links">
          {links.map(({ name, url }) => (
            <li key={url}>
              {/^https?:\/\//.test(url) ? (
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Side({ amount, book }: { amount: AmountOf | null; book: TokenBook }) {
  if (amount === null) return <span class="trade-view-amount">an amount that is not known</span>;
  return (
    <span class="trade-view-side">
      <span class="trade-view-amount number" title={book.exact(amount)}>
        {book.short(amount)}
      </span>
      <span class="trade-view-chain">chain {amount.chainId}</span>
    </span>
  );
}
