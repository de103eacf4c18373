import './tiles.css';
import type { Overview } from '../../../../values/inspection/overview.ts';
import { actorsHref } from '../../data/router.ts';
import { ActorLink } from '../../kit/actor-link.tsx';
import { formatCount, formatDuration, formatNumber } from '../../kit/format.ts';
import { Time } from '../../kit/time.tsx';
import { Tile } from './tile.tsx';

/** Tiles with the most important numbers of the service. Only numbers that indicate a problem are colored. */
export function Tiles({ overview }: { overview: Overview }) {
  const { actors, types, late, quarantined, outbox, ticks } = overview;
  const [tick] = ticks;
  return (
    <ul class="tiles">
      <Tile name="Actors" value={formatNumber(actors)} href={actorsHref()}>
        of {types.length === 1 ? 'one type' : `${formatNumber(types.length)} types`}
      </Tile>
      <Tile
        name="Late"
        value={formatCount(late.count, late.isMore)}
        href={actorsHref({ overdue: '1' })}
        tone={late.count > 0 ? 'warn' : 'calm'}
      >
        {late.oldest === null ? (
          'no actor is late'
        ) : (
          <>
            oldest <ActorLink id={late.oldest.id} most={22} />, due <Time atMs={late.oldest.wakeAtMs} />
            {late.oldest.effect !== null && `, ${late.oldest.effect}`}
          </>
        )}
      </Tile>
      <Tile
        name="Quarantined"
        value={formatNumber(quarantined)}
        href={actorsHref({ health: 'quarantined' })}
        tone={quarantined > 0 ? 'bad' : 'calm'}
      >
        {quarantined > 0 ? 'stopped until an operator releases them' : 'none'}
      </Tile>
      <Tile name="Outbox" value={formatNumber(outbox.entries)}>
        {outbox.entries === 0 ? 'no effect is waiting' : `${formatNumber(outbox.running)} running, the rest waiting`}
      </Tile>
      <Tile
        name="Last tick"
        value={tick === undefined ? 'none' : formatDuration(tick.tookMs)}
        tone={tick !== undefined && tick.failed > 0 ? 'bad' : 'calm'}
      >
        {tick === undefined ? (
          'since this node started'
        ) : (
          <>
            <Time atMs={tick.tickAtMs} />, {formatNumber(tick.stepped)} stepped
            {tick.failed > 0 && `, ${formatNumber(tick.failed)} failed`}
          </>
        )}
      </Tile>
    </ul>
  );
}
