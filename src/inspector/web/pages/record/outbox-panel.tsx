import './outbox-panel.css';
import type { ActorRecord, OutboxEntry } from '../../data/actor-record.ts';
import { Badge } from '../../kit/badge.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DataList } from '../../kit/data-list.tsx';
import { formatPlural } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import type { Tone } from '../../kit/status-tone.ts';
import { Time } from '../../kit/time.tsx';
import { NO_UNITS } from './describe-value.ts';
import { Disclosure } from './disclosure.tsx';
import { JsonTree } from './json-tree.tsx';
import { LongText } from './long-text.tsx';
import { When } from './when.tsx';

const STATES: Readonly<Record<OutboxEntry['state'], { readonly tone: Tone; readonly text: string; readonly title: string }>> = {
  ready: { tone: 'plain', text: 'waits', title: 'The effect waits until its planned time' },
  leased: { tone: 'accent', text: 'runs', title: 'A node is running the effect, and no other node may run it' },
  indeterminate: { tone: 'warn', text: 'unknown', title: 'The effect may have happened. Its result is looked up before it runs again' },
};

/** Lists the effects in the actor's outbox, which are side effects (such as sending a transaction) that are not finished yet. */
export function OutboxPanel({ outbox }: { outbox: ActorRecord['outbox'] }) {
  return (
    <Panel title="Outbox" {...(outbox.length === 0 ? {} : { note: formatPlural(outbox.length, 'effect') })}>
      {outbox.length === 0 ? (
        <p class="outbox-panel-none">The actor has no waiting effects.</p>
      ) : (
        <ol class="outbox-panel">
          {outbox.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Entry({ entry }: { entry: OutboxEntry }) {
  const { key, name, params, state, attempts, nextAttemptAtMs, leasedBy, leaseUntilMs, lastError } = entry;
  const { tone, text, title } = STATES[state];
  return (
    <li>
      <h3>
        {name}{' '}
        <Badge tone={tone} title={title}>
          {text}
        </Badge>
      </h3>
      <DataList
        items={[
          { term: 'Attempts', detail: attempts },
          ...(state === 'leased' ? [] : [{ term: 'Next attempt', detail: <When atMs={nextAttemptAtMs} /> }]),
          ...(leasedBy === null ? [] : [{ term: 'Leased by', detail: leasedBy }]),
          ...(leaseUntilMs === null ? [] : [{ term: 'Until', detail: <When atMs={leaseUntilMs} /> }]),
          {
            term: 'Key',
            detail: (
              <>
                <span class="mono">{key}</span>
                <CopyButton text={key} what="effect key" />
              </>
            ),
          },
        ]}
      />
      {lastError !== null && (
        <p class="outbox-panel-error">
          <code>{lastError.code}</code> <LongText text={lastError.message} what="error" /> (<Time atMs={lastError.atMs} />)
        </p>
      )}
      <Disclosure summary="Parameters">{() => <JsonTree value={{ params }} units={NO_UNITS} label={`parameters of ${name}`} />}</Disclosure>
    </li>
  );
}
