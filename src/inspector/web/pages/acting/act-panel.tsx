import './act-panel.css';
import { useState } from 'preact/hooks';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord, OutboxEntry } from '../../data/actor-record.ts';
import { postData } from '../../data/api.ts';
import { session } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { ActDialog } from './act-dialog.tsx';
import { releaseWords, retryWords, tickWords } from './act-words.ts';
import { type Acted, actedWords } from './acted.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';

type ActPanelProps = {
  readonly record: ActorRecord;
  readonly type: ActorTypeInfo | null;
  /** Called after an operator's action has succeeded or failed, so that the page reads the actor again. */
  readonly onDone: () => void;
};

type Act = { readonly kind: 'tick' | 'send' | 'restore' | 'release' } | { readonly kind: 'retry'; readonly entry: OutboxEntry };

/** Buttons with the operator's actions on an actor. A dialog explains each action before it is performed. */
export function ActPanel({ record, type, onDone }: ActPanelProps) {
  const [act, setAct] = useState<Act | null>(null);
  const access = session.value.state === 'signed-in' ? session.value.info.access : null;
  if (access !== 'act') {
    return (
      <Panel title="Act">
        <p class="act-panel-note">This session is read-only: it can see everything and change nothing.</p>
      </Panel>
    );
  }
  const isUnwell = record.health.state !== 'ok';
  const isDone = record.snapshot.status !== 'active';
  const isTicked = type === null || type.isTicked;
  const isRestorable = type === null || type.isRestorable;
  const hasEvents = type?.events.some(({ from }) => from === 'outside') ?? false;
  const common = { onDone, onClose: () => setAct(null) };
  const path = `/api/operator/actors/${encodeURIComponent(record.id)}`;
  return (
    <Panel title="Act">
      <div class="act-panel-acts">
        {isUnwell && (
          <Button look="primary" onClick={() => setAct({ kind: 'release' })}>
            {record.health.state === 'quarantined' ? 'Release from quarantine …' : 'Retry now …'}
          </Button>
        )}
        <Button disabled={!isTicked || isDone} onClick={() => setAct({ kind: 'tick' })}>
          Tick now …
        </Button>
        <Button disabled={!hasEvents} onClick={() => setAct({ kind: 'send' })}>
          Send an event …
        </Button>
        <Button disabled={!isRestorable} onClick={() => setAct({ kind: 'restore' })}>
          Restore …
        </Button>
      </div>
      <Notes type={type} isDone={isDone} />
      {record.outbox.length > 0 && (
        <ul class="act-panel-outbox" aria-label="Waiting effects">
          {record.outbox.map((entry) => (
            <li key={entry.key}>
              <span>
                <code>{entry.name}</code> {entry.state}
              </span>
              <Button look="quiet" onClick={() => setAct({ kind: 'retry', entry })} disabled={entry.state === 'leased'}>
                {entry.state === 'leased' ? 'running' : 'Try now …'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {act?.kind === 'tick' && (
        <ActDialog
          {...common}
          title="Tick now"
          verb="Tick it"
          words={tickWords(record)}
          act={async () => actedWords('Ticked', await postData<Acted>(`${path}/tick`))}
        />
      )}
      {act?.kind === 'release' && (
        <ActDialog
          {...common}
          title={record.health.state === 'quarantined' ? 'Release from quarantine' : 'Retry now'}
          verb="Release it"
          words={releaseWords(record)}
          act={async () => `Released: it is ${(await postData<ActorRecord>(`${path}/release`)).health.state} again.`}
        >
          {record.health.lastError !== null && (
            <p class="act-panel-error">
              <code>{record.health.lastError.code}</code> {record.health.lastError.message.slice(0, 500)}
            </p>
          )}
        </ActDialog>
      )}
      {act?.kind === 'retry' && (
        <ActDialog
          {...common}
          title={`Try ${act.entry.name} now`}
          verb="Try it now"
          words={retryWords(act.entry, type)}
          act={async () => {
            await postData(`${path}/retry`, { key: act.entry.key });
            return `${act.entry.name} is tried now.`;
          }}
        />
      )}
      {act?.kind === 'send' && type !== null && <SendDialog {...common} record={record} type={type} />}
      {act?.kind === 'restore' && <RestoreDialog {...common} record={record} type={type} />}
    </Panel>
  );
}

function Notes({ type, isDone }: { type: ActorTypeInfo | null; isDone: boolean }) {
  const notes = [
    ...(isDone ? ['The actor is finished and is no longer processed (it gets no ticks).'] : []),
    ...(type !== null && type.pause !== null
      ? [
          `All ${type.type} actors are paused by ${type.pause.by} (“${type.pause.reason}”): they are not processed regularly (no ticks), and none of their effects start.`,
        ]
      : []),
    ...(type !== null && !type.isRestorable
      ? [`An actor of the type ${type.type} cannot be restored, because the results of its effects outside this service cannot be undone.`]
      : []),
  ];
  return notes.map((note) => (
    <p key={note} class="act-panel-note">
      {note}
    </p>
  ));
}
