import './type-list.css';
import type { TypeCount } from '../../../../values/inspection/overview.ts';
import { actorsHref, Link } from '../../data/router.ts';
import { formatNumber } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { type Share, sharesOf } from './type-shares.ts';

/** Lists every actor type with its numbers of actors by state; each number links to the list of these actors. */
export function TypeList({ types }: { types: readonly TypeCount[] }) {
  const sorted = [...types].sort((a, b) => b.total - a.total || a.type.localeCompare(b.type));
  return (
    <Panel title="Actors by type">
      {sorted.length === 0 ? (
        <Empty title="No actor yet">
          <p>The first position, agent or trade that a client creates appears here.</p>
        </Empty>
      ) : (
        <ul class="type-list">
          {sorted.map((each) => (
            <TypeRow key={each.type} count={each} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function TypeRow({ count }: { count: TypeCount }) {
  const { type, total } = count;
  const { statuses, troubles } = sharesOf(count);
  return (
    <li class="type-list-row">
      <div class="type-list-name">
        <h3>
          <Link href={actorsHref({ type })}>{type}</Link>
        </h3>
        <span class="number">{formatNumber(total)}</span>
      </div>
      <div class="type-list-bar" aria-hidden="true">
        {statuses.map((share) => (
          <span key={share.name} class={`type-list-part ${lookOf(share)}`} style={{ flexGrow: String(share.part) }} />
        ))}
      </div>
      <ul class="type-list-states" aria-label={`${type} by state`}>
        {[...statuses, ...troubles].map((share) => (
          <li key={`${share.tone} ${share.name}`}>
            <Link
              class={`type-list-state ${share.isTrouble ? `type-list-${share.tone}` : ''}`}
              href={actorsHref({ type, ...share.filter })}
            >
              <span class={`type-list-dot ${lookOf(share)}`} aria-hidden="true" />
              {share.name} <b class="number">{formatNumber(share.count)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function lookOf({ tone, shade, isTrouble }: Share): string {
  return `type-list-is-${tone} type-list-shade-${shade} ${isTrouble ? 'type-list-round' : ''}`;
}
