import './schedule-strip.css';
import type { DcaOrderNote } from '../../../../values/inspection/actor-details.ts';
import { formatLocal, formatNumber } from '../../kit/format.ts';
import { countByState, ORDER_STATES, ORDER_WORDS, runsOf } from './schedule-text.ts';

/** Each order as a small field; what it is called tells the table. */
export function ScheduleStrip({ orders, total }: { orders: readonly DcaOrderNote[]; total: number }) {
  const counts = countByState(orders);
  const runs = runsOf(orders);
  const shownTo = (orders.at(-1)?.index ?? -1) + 1;
  const summary = ORDER_STATES.flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count === 0 ? [] : [`${formatNumber(count)} ${ORDER_WORDS[state]}`];
  });
  return (
    <div class="schedule-strip">
      <div class="schedule-strip-orders" role="img" aria-label={`Orders: ${summary.join(', ')}`}>
        {runs.map(({ orders: run, skipped }) => (
          <>
            {skipped > 0 && <span class="schedule-strip-gap number">… {formatNumber(skipped)} more …</span>}
            {run.map(({ index, state, dueAtMs }) => (
              <span
                key={index}
                class={`schedule-strip-order schedule-strip-${state}`}
                title={`Order ${index + 1}: ${ORDER_WORDS[state]}, ${formatLocal(dueAtMs)}`}
              />
            ))}
          </>
        ))}
        {shownTo < total && <span class="schedule-strip-gap number">… {formatNumber(total - shownTo)} more</span>}
      </div>
      <ul class="schedule-strip-legend">
        {ORDER_STATES.filter((state) => counts.has(state)).map((state) => (
          <li key={state}>
            <span class={`schedule-strip-order schedule-strip-${state}`} aria-hidden="true" />
            {ORDER_WORDS[state]} <span class="number">{formatNumber(counts.get(state) ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
