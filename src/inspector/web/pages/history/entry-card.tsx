import './entry-card.css';
import type { ComponentChildren } from 'preact';
import type { HistoryEntry } from '../../data/actor-record.ts';
import { ActorLink } from '../../kit/actor-link.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DataList } from '../../kit/data-list.tsx';
import { formatDuration, formatState } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { Time } from '../../kit/time.tsx';
import { NO_UNITS } from '../record/describe-value.ts';
import { Disclosure } from '../record/disclosure.tsx';
import { JsonTree } from '../record/json-tree.tsx';
import { causeWords, effectsAsked, eventWords } from './describe-entry.ts';
import type { StepDuration } from './step-duration.ts';

type EntryCardProps = {
  readonly entry: HistoryEntry;
  readonly effectName: string | null;
  readonly duration: StepDuration;
  readonly actions?: ComponentChildren;
};

/**
 * Shows the cause of a revision: the event, its sender, and the effects (side effects such as sending a transaction) that were requested.
 */
export function EntryCard({ entry, effectName, duration, actions }: EntryCardProps) {
  const { event, from, to, cause } = entry;
  const { name, meaning } = eventWords(event.type);
  const { text, actorId } = causeWords(cause, effectName);
  const effects = effectsAsked(entry);
  return (
    <Panel title={name} note={meaning ?? undefined} actions={actions} class="entry-card">
      <DataList
        items={[
          { term: 'State', detail: `${from === null ? 'created' : formatState(from)} → ${formatState(to)}` },
          { term: 'By', detail: actorId === null ? text : <ActorLink id={actorId} /> },
          { term: 'At', detail: <Time atMs={entry.atMs} show="both" /> },
          ...durationItems(duration),
          { term: 'Requested effects', detail: effects.length === 0 ? 'nothing' : effects.join(', ') },
          {
            term: 'Event id',
            detail: (
              <>
                <code>{event.id}</code> <CopyButton text={event.id} what="event id" />
              </>
            ),
          },
        ]}
      />
      <div class="entry-card-payload">
        <Disclosure summary="Contents of the event">
          {() => <JsonTree value={{ payload: event.payload }} units={NO_UNITS} label="contents of the event" />}
        </Disclosure>
      </div>
    </Panel>
  );
}

function durationItems({ sinceBeforeMs, effectMs }: StepDuration): readonly { term: string; detail: string }[] {
  return [
    ...(sinceBeforeMs === null ? [] : [{ term: 'After', detail: `${formatDuration(sinceBeforeMs)} in the state before` }]),
    ...(effectMs === null ? [] : [{ term: 'Effect took', detail: `${formatDuration(effectMs)} from its request to its result` }]),
  ];
}
