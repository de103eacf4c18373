import './actor-header.css';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord, StateValue } from '../../data/actor-record.ts';
import { actorsHref, Link } from '../../data/router.ts';
import { Badge, HealthBadge, StatusBadge } from '../../kit/badge.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { formatNumber, formatState } from '../../kit/format.ts';
import { Time } from '../../kit/time.tsx';
import { titleOf } from '../../kit/titles.ts';
import { Due } from '../record/when.tsx';

type ActorHeaderProps = {
  readonly id: string;
  readonly record: ActorRecord | null;
  readonly value: StateValue | null;
  readonly type: ActorTypeInfo | null;
};

/** The heading of an actor's page: its id, status, state and health. */
export function ActorHeader({ id, record, value, type }: ActorHeaderProps) {
  const slash = id.indexOf('/');
  const title = titleOf(id);
  return (
    <header class="actor-header">
      <p class="actor-header-type">
        <Link href={actorsHref()}>Actors</Link> <span aria-hidden="true">›</span>{' '}
        <Link href={actorsHref({ type: id.slice(0, slash) })}>{id.slice(0, slash)}</Link>
      </p>
      <div class="actor-header-name">
        {title === null ? (
          <h1>
            <span class="visually-hidden">{id.slice(0, slash + 1)}</span>
            {id.slice(slash + 1)}
          </h1>
        ) : (
          <>
            <h1>{title}</h1>
            <code class="actor-header-key">{id.slice(slash + 1)}</code>
          </>
        )}
        <CopyButton text={id} what="id" />
      </div>
      {record !== null && (
        <div class="actor-header-facts">
          {/* When status and state are the same word, one badge shows both with the status's colour. */}
          {value !== null && formatState(value) !== record.keys.status && <Badge tone="accent">{formatState(value)}</Badge>}
          <StatusBadge status={record.keys.status} />
          {record.health.state !== 'ok' && <HealthBadge state={record.health.state} />}
          {record.snapshot.status !== 'active' && <Badge>{record.snapshot.status}</Badge>}
          {type?.pause != null && (
            <Badge tone="warn" title={`By ${type.pause.by}: ${type.pause.reason}`}>
              type paused
            </Badge>
          )}
          <span class="number">revision {formatNumber(record.revision)}</span>
          {record.dueAtMs !== null && (
            <span>
              due <Due atMs={record.dueAtMs} />
            </span>
          )}
          <span>
            changed <Time atMs={record.updatedAtMs} />
          </span>
        </div>
      )}
    </header>
  );
}
