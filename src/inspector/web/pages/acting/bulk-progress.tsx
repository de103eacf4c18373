import './bulk-progress.css';
import { ActorLink } from '../../kit/actor-link.tsx';
import { formatCount, formatPlural } from '../../kit/format.ts';
import type { BulkState } from './bulk-run.ts';
import type { BulkStage } from './use-bulk.ts';

/** Shows the progress of a bulk action, with samples of its results and its failures. */
export function BulkProgress({ stage, state }: { stage: BulkStage; state: BulkState }) {
  const { seen, done, skipped, failed, failures, samples, hasMore, problem } = state;
  // After the user has cancelled, no further counts arrive. Each last known count is therefore shown as a minimum.
  const isFloor = stage === 'cancelled';
  const isRehearsal = stage === 'rehearsing' || stage === 'rehearsed';
  return (
    <section class="bulk-progress" aria-label="Progress">
      <h3>{titleOf(stage, state)}</h3>
      {(stage === 'rehearsing' || stage === 'doing') && <progress aria-label="In progress" />}
      <dl class="bulk-progress-counts">
        <Count name="examined" value={seen} isFloor={isFloor} />
        <Count name={isRehearsal ? 'would be done' : 'done'} value={done} isFloor={isFloor} />
        <Count name="nothing to do" value={skipped} isFloor={isFloor} />
        <Count name={isRehearsal ? 'would fail' : 'failed'} value={failed} isFloor={isFloor} />
      </dl>
      {isFloor && (
        <p class="bulk-progress-note">
          The numbers are a minimum: actors that were processed just before the interruption may be missing. The list of actors shows what
          changed, and the history of each actor shows who changed it.
        </p>
      )}
      {hasMore && (
        <p class="bulk-progress-note">More actors match than the limit allows. Raise the limit, or run the action again afterwards.</p>
      )}
      {problem !== null && (
        <p class="bulk-progress-problem" role="alert">
          {problem} Completed actions are kept.
        </p>
      )}
      {samples.length > 0 && (
        <List
          title={samples.length < done ? `The first ${samples.length} actors that would change` : 'Which'}
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
  if (stage === 'rehearsing') return 'Rehearsing …';
  if (stage === 'doing') return 'Working …';
  if (stage === 'cancelled') return 'Cancelled. Completed actions are kept.';
  if (stage === 'rehearsed')
    return done === 0 ? 'There is nothing to do.' : `The action would change ${formatPlural(done, 'actor')}. Nothing was changed yet.`;
  return problem === null ? `Done: ${formatPlural(done, 'actor')} changed.` : 'The action ended before all actors were processed.';
}
