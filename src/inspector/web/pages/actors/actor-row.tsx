import { useComputed, useSignal } from '@preact/signals';
import { actorHref, Link } from '../../data/router.ts';
import { HealthBadge, StatusBadge } from '../../kit/badge.tsx';
import { formatNumber, shorten } from '../../kit/format.ts';
import { now } from '../../kit/now.ts';
import { Time } from '../../kit/time.tsx';
import { LATE_AFTER_MS } from '../record/when.tsx';
import { firstSentence } from './first-sentence.ts';
import type { Row } from './rows.ts';

const LONGEST_KEY = 22;

export function ActorRow({ row: { head, changes } }: { row: Row }) {
  const { id, title, why, keys, health, wakeAtMs, hasTriggers, outboxLength, revision, updatedAtMs, createdAtMs } = head;
  return (
    <tr class={lookOf(changes)}>
      <th scope="row" class="actor-table-id">
        <Link href={actorHref(id)} title={id} data-row>
          {title !== null && <span class="actor-table-title">{title}</span>}
          <ShortId id={id} />
        </Link>
      </th>
      <td>
        <span class="actor-table-states">
          <StatusBadge status={keys.status} />
          {health.state !== 'ok' && <HealthBadge state={health.state} />}
        </span>
      </td>
      <td class={`actor-table-why actor-table-why-${why?.tone ?? 'calm'}`} data-name="Why">
        {why === null ? 'This node does not know the type.' : <span title={why.sentence}>{firstSentence(why.sentence)}</span>}
      </td>
      <td class="number" data-name="Chain">
        {keys.chainId ?? '–'}
      </td>
      <td class="actor-table-wallet" data-name="Wallet">
        {keys.wallet === null ? '–' : <code title={keys.wallet}>{shorten(keys.wallet)}</code>}
      </td>
      <td data-name="Wakes">
        <Wake atMs={wakeAtMs} hasTriggers={hasTriggers} />
      </td>
      <td class="table-number" data-name="Outbox">
        {formatNumber(outboxLength)}
      </td>
      <td class="table-number" data-name="Revision">
        {formatNumber(revision)}
      </td>
      <td data-name="Updated">
        <Time atMs={updatedAtMs} />
      </td>
      <td data-name="Created">
        <Time atMs={createdAtMs} />
      </td>
    </tr>
  );
}

function ShortId({ id }: { id: string }) {
  const slash = id.indexOf('/') + 1;
  return (
    <span class="actor-table-key">
      <span class="actor-table-type">{id.slice(0, slash)}</span>
      {shorten(id.slice(slash), LONGEST_KEY / 2, LONGEST_KEY / 2 - 1)}
    </span>
  );
}

/**
 * Shows the wake time of an actor. A wake time of 0 means "at every tick" (the service's check once a minute); a time that has just passed
 * means "at the next tick".
 */
function Wake({ atMs, hasTriggers }: { atMs: number | null; hasTriggers: boolean }) {
  const at = useSignal(atMs);
  if (at.peek() !== atMs) at.value = atMs;
  const isNext = useComputed(() => at.value !== null && at.value <= now.value && now.value - at.value < LATE_AFTER_MS);
  if (atMs !== null && atMs <= 0) return <span>every tick</span>;
  if (isNext.value) return <span>next tick</span>;
  if (atMs === null) return hasTriggers ? <span>by a trigger</span> : <span class="actor-table-never">only by an event</span>;
  return (
    <>
      <Time atMs={atMs} />
      {hasTriggers && <span title="A value that the actor waits for, such as a price, may wake it earlier"> or by a trigger</span>}
    </>
  );
}

/**
 * Returns one of two CSS classes with the same appearance, alternating with each change of the row. Changing the class restarts the fading
 * highlight.
 */
function lookOf(changes: number): string {
  return changes === 0 ? '' : changes % 2 === 1 ? 'actor-table-odd' : 'actor-table-even';
}
