import './bulk-panel.css';
import { useMemo, useState } from 'preact/hooks';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import { session } from '../../data/session.ts';
import { useData } from '../../data/use-data.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { localInputValue, zoneName } from '../../kit/format.ts';
import { ErrorNotice } from '../../kit/notice.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { BulkEvent } from './bulk-event.tsx';
import { bulkFilterOf } from './bulk-filter.ts';
import { BulkNotice } from './bulk-notice.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import type { BulkAct } from './bulk-run.ts';
import { BULK_ACTS, filterWords } from './bulk-words.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { formOf } from './form-model.ts';
import { Labelled } from './labelled.tsx';
import { type FieldProblem, readDraft } from './read-draft.ts';
import { lastNoon, readRestorePoint } from './restore-point.ts';
import { useBulk } from './use-bulk.ts';

type BulkPanelProps = {
  /** The filter that selects the actors for the bulk action, in the notation of the API; empty fields are omitted. */
  readonly filter: Readonly<Record<string, string>>;
  readonly onClose: () => void;
};

const MOST_AT_ONCE = 1_000;
const ANYTHING = { type: 'object' };

/**
 * A panel that performs one action on all actors that match a filter. It first runs a rehearsal (dry run) that changes nothing, and then
 * the action itself. The user can cancel either of them.
 */
export function BulkPanel({ filter, onClose }: BulkPanelProps) {
  const [act, setAct] = useState<BulkAct>(filter.health === 'quarantined' || filter.health === 'backing-off' ? 'release' : 'tick');
  const [limit, setLimit] = useState(String(MOST_AT_ONCE));
  const [time, setTime] = useState(() => localInputValue(lastNoon(Date.now())));
  const [reason, setReason] = useState('');
  const [eventType, setEventType] = useState('');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const bulk = useBulk();
  const { data: types } = useData<readonly ActorTypeInfo[]>('/api/operator/types');
  const type = types?.find((info) => info.type === filter.type) ?? null;
  const schema = type?.events.find((event) => event.type === eventType)?.schema ?? ANYTHING;
  const field = useMemo(() => formOf(schema, ['type']), [schema]);

  const { stage, state, error } = bulk;
  const isRunning = stage === 'rehearsing' || stage === 'doing';
  const words = BULK_ACTS.find((each) => each.act === act);
  const changed = () => {
    setProblems([]);
    if (stage !== 'choosing') bulk.reset();
  };

  /** The body of the bulk request; null when a form field is invalid. The problem is then shown at that field. */
  const request = (): object | null => {
    const found: FieldProblem[] = [];
    const most = Number(limit);
    if (!/^[1-9]\d{0,8}$/.test(limit.trim()))
      found.push({ path: 'limit', message: 'Type the maximum number of actors: a whole number from 1.' });
    const asked = bulkFilterOf(filter);
    // If the filter is empty, the request must contain `all: true`; without it, the service refuses a bulk action on all actors. The
    // panel's title tells the user that all actors are selected.
    const why = reason.trim() === '' ? {} : { reason: reason.trim() };
    const body: Record<string, unknown> = {
      act,
      filter: asked,
      limit: most,
      ...why,
      ...(Object.keys(asked).length === 0 ? { all: true } : {}),
    };
    if (act === 'restore') {
      const point = readRestorePoint('time', time, { newest: 0, nowMs: Date.now() });
      if (typeof point === 'string') found.push({ path: 'before', message: point });
      else Object.assign(body, point);
    }
    if (act === 'send') {
      const read = eventType === '' || draft === null ? null : readDraft(field, draft);
      if (read === null) found.push({ path: 'event', message: 'Choose an event.' });
      else found.push(...read.problems);
      const members = typeof read?.value === 'object' && read.value !== null ? read.value : {};
      body.event = { ...members, type: eventType };
    }
    setProblems(found);
    return found.length === 0 ? body : null;
  };
  const go = (how: (body: object) => Promise<void>) => {
    const body = request();
    if (body !== null) void how(body);
  };
  const problemAt = (path: string) => problems.find((problem) => problem.path === path)?.message;
  const operator = session.value.state === 'signed-in' ? session.value.info.operator : null;
  return (
    <Dialog
      title={`Act on ${filterWords(filter)}`}
      isWide
      onClose={() => {
        bulk.cancel();
        onClose();
      }}
      actions={
        <BulkActions
          stage={stage}
          affected={state.done}
          onCancel={bulk.cancel}
          onRehearse={() => go(bulk.rehearse)}
          onPerform={() => go(bulk.perform)}
        />
      }
    >
      <fieldset class="bulk-panel" disabled={isRunning}>
        <legend class="visually-hidden">Action</legend>
        <div class="bulk-panel-row">
          <Labelled name="Act">
            {(id) => (
              <select
                id={id}
                value={act}
                onChange={({ currentTarget }) => {
                  setAct(BULK_ACTS.find((each) => each.act === currentTarget.value)?.act ?? 'tick');
                  changed();
                }}
              >
                {BULK_ACTS.map((each) => (
                  <option key={each.act} value={each.act}>
                    {each.name}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Labelled name="Maximum number of actors">
            {(id) => (
              <input
                id={id}
                inputMode="numeric"
                value={limit}
                onInput={({ currentTarget }) => {
                  setLimit(currentTarget.value);
                  changed();
                }}
              />
            )}
          </Labelled>
          {act === 'restore' && (
            <Labelled name={`Restore the state before this time (${zoneName()})`}>
              {(id) => (
                <input
                  id={id}
                  type="datetime-local"
                  step={1}
                  value={time}
                  onInput={({ currentTarget }) => {
                    setTime(currentTarget.value);
                    changed();
                  }}
                />
              )}
            </Labelled>
          )}
          <Labelled name="Reason (optional, recorded with the action)">
            {(id) => <input id={id} value={reason} maxLength={300} onInput={({ currentTarget }) => setReason(currentTarget.value)} />}
          </Labelled>
        </div>
        {['limit', 'before', 'event'].map(
          (path) =>
            problemAt(path) !== undefined && (
              <p key={path} class="bulk-panel-problem">
                {problemAt(path)}
              </p>
            ),
        )}
        {act === 'send' && (
          <BulkEvent
            type={type}
            typeName={filter.type ?? ''}
            eventType={eventType}
            field={field}
            draft={draft}
            problems={problems}
            onType={(name) => {
              const chosen = type?.events.find((event) => event.type === name);
              setEventType(name);
              setDraft(emptyDraft(formOf(chosen?.schema ?? ANYTHING, ['type'])));
              changed();
            }}
            onDraft={(next) => {
              setDraft(next);
              changed();
            }}
          />
        )}
      </fieldset>
      {words !== undefined && <BulkNotice words={words} operator={operator} limit={limit} />}
      {error !== null && <ErrorNotice error={error} what="Nothing was changed" />}
      {stage !== 'choosing' && <BulkProgress stage={stage} state={state} />}
    </Dialog>
  );
}
