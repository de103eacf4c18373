import './bulk-progress.css';
import { ActorLink } from '../../kit/actor-link.tsx';
import { formatCount, formatPlural } from '../../kit/format.ts';
import type { BulkState } from './bulk-run.ts';
import type { BulkStage } from './use-bulk.ts';

/** The progress of a bulk action, with samples of its results and its failures. */
export function BulkProgress({ stage, state }: { stage: BulkStage; state: BulkState }) {
  const { seen, done, skipped, failed, failures, samples, hasMore, problem } = state;
  // After a cancellation no more counts arrive, so the last count is a minimum.
  const isFloor = stage === 'cancelled';
  const isRehearsal = stage === 'rehearsing' || stage === 'rehearsed';
  return (
    <section class="bulk-progress" aria-label="Progress">
      <h3>{titleOf(stage, state)}</h3>
      {(stage === 'rehearsing' || stage === 'doing') && <progress aria-label="Under way" />}
      <dl class="bulk-progress-counts">
        <Count name="looked at" value={seen} isFloor={isFloor} />
        <Count name={isRehearsal ? 'would be done' : 'done'} value={done} isFloor={isFloor} />
        <Count name="nothing to do" value={skipped} isFloor={isFloor} />
        <Count name={isRehearsal ? 'would fail' : 'failed'} value={failed} isFloor={isFloor} />
      </dl>
      {isFloor && (
        <p class="bulk-progress-note">
          At least so many: the last ones before it stopped may not be among them. The table shows what changed, and each actor's history
          whose act it was.
        </p>
      )}
      {hasMore && <p class="bulk-progress-note">More match than were looked at: raise "At most", or do it again afterwards.</p>}
      {problem !== null && (
        <p class="bulk-progress-problem" role="alert">
          {problem} What was done until then stays done.
        </p>
      )}
      {samples.length > 0 && (
        <List
          title={samples.length < done ? `The first ${samples.length} of them` : 'Which'}
          rows={samples.map(({ id, what }) => ({ id, text: what }))}
        />
      )}
      {failures.length > 0 && (
        <List
          title={failures.length < failed ? `The first ${failures.length} failures` : formatPlural(failed, 'failure')}
          rows={failures.map(({ id, code, message }) => ({ id, text: `${message} (${code})` }))}
        />
      )}
    </section>
  );
}

function Count({ name, value, isFloor }: { name: string; value: number; isFloor: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="number">{formatCount(value, isFloor)}</dd>
    </div>
  );
}

function List({ title, rows }: { title: string; rows: readonly { readonly id: string; readonly text: string }[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul class="bulk-progress-list">
        {rows.map(({ id, text }) => (
          <li key={id}>
            <ActorLink id={id} /> <span>{text.slice(0, 500)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function titleOf(stage: BulkStage, { done, problem }: BulkState): string {
  if (stage === 'rehearsing') return 'Looking at them …';
  if (stage === 'doing') return 'Doing it …';
  if (stage === 'cancelled') return 'Cancelled. What was done until then stays done.';
  if (stage === 'rehearsed')
    return done === 0 ? 'There is nothing to do.' : `It would be done to ${formatPlural(done, 'actor')}. Nothing was done yet.`;
  return problem === null ? `Done to ${formatPlural(done, 'actor')}.` : 'It ended early.';
}
