import './send-dialog.css';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ActorEventInfo, ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord } from '../../data/actor-record.ts';
import { type ApiError, postData } from '../../data/api.ts';
import { announce } from '../../kit/announce.tsx';
import { formatPlural, formatState } from '../../kit/format.ts';
import { ActDialog } from './act-dialog.tsx';
import { type Acted, actedWords } from './acted.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { FieldInput } from './field-input.tsx';
import { formOf } from './form-model.ts';
import { Labelled } from './labelled.tsx';
import { pathsOf, placeProblems } from './place-problems.ts';
import { type FieldProblem, readDraft } from './read-draft.ts';
import { takesEvent } from './takes-event.ts';

type SendDialogProps = {
  readonly record: ActorRecord;
  readonly type: ActorTypeInfo;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

const ANYTHING = { type: 'object' };

/** The data of the reply to `POST /api/operator/actors/:id/send` with `dryRun`. */
type Finding = { readonly isAllowed: boolean; readonly problems: readonly FieldProblem[] };

/** A dialog that sends an actor one of the events that its type accepts from operators. The form is built from the event's schema. */
export function SendDialog({ record, type, onDone, onClose }: SendDialogProps) {
  const { value } = record.snapshot;
  const events = useMemo(() => byUse(type, value), [type]);
  const [name, setName] = useState(events[0]?.type ?? '');
  const chosen = events.find((event) => event.type === name);
  const field = useMemo(() => formOf(chosen?.schema ?? ANYTHING, ['type']), [chosen]);
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(field));
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const place = useRef<HTMLDivElement>(null);

  const choose = (next: string) => {
    setName(next);
    setDraft(emptyDraft(formOf(events.find((event) => event.type === next)?.schema ?? ANYTHING, ['type'])));
    setProblems([]);
  };
  const show = (found: readonly FieldProblem[]) => {
    setProblems(found);
    announce(`The event was not sent: ${formatPlural(found.length, 'field')} to correct.`);
    // Waits until the problems are rendered, then moves the focus to the first invalid form field.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const send = async (): Promise<string | null> => {
    const read = readDraft(field, draft);
    if (read.problems.length > 0) {
      show(read.problems);
      return null;
    }
    const members = typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value) ? read.value : {};
    const path = `/api/operator/actors/${encodeURIComponent(record.id)}/send`;
    const event = { ...members, type: name };
    // Before the event is sent, the service checks it, because a schema cannot express all rules.
    const finding = await postData<Finding>(path, { event, dryRun: true });
    if (!finding.isAllowed) {
      show(placeProblems(finding.problems, pathsOf(field, draft)));
      return null;
    }
    return actedWords(`${name} was sent`, await postData<Acted>(path, { event }));
  };
  const onError = (error: ApiError): boolean => {
    if (error.problems.length === 0) return false;
    show(placeProblems(error.problems, pathsOf(field, draft)));
    return true;
  };

  const isTaken = takesEvent(type.chart, value, name);
  const general = problems.filter(({ path }) => path === '');
  const words = {
    does: isTaken
      ? `The event ${name} is sent to ${record.id} like an event from a client. If a rule of the actor's state machine refuses it, nothing is changed.`
      : `${name} is sent to ${record.id}, which ignores it in ${formatState(value)}: nothing will be changed.`,
    cannot: 'Results of the event outside this service, such as transactions and messages. Only the state of the actor can be restored.',
  };
  return (
    <ActDialog
      title="Send an event"
      verb={`Send ${name}`}
      words={words}
      isWide={field.kind === 'group' && field.fields.length > 0}
      act={send}
      onDone={onDone}
      onClose={onClose}
      onError={onError}
    >
      <Labelled name="Event">
        {(id) => (
          <select id={id} value={name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {events.map((event) => (
              <option key={event.type} value={event.type}>
                {event.type}
                {takesEvent(type.chart, value, event.type) ? '' : ` (ignored in ${formatState(value)})`}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div ref={place}>
        {field.kind === 'group' && field.fields.length === 0 ? (
          <p class="send-dialog-none">The event has no fields.</p>
        ) : (
          <FieldInput field={field} draft={draft} path="" problems={problems} onChange={setDraft} />
        )}
      </div>
      {general.map(({ message }) => (
        <p key={message} class="send-dialog-problem" role="alert">
          {message}
        </p>
      ))}
    </ActDialog>
  );
}

/** Returns the events that operators can send. Events that the actor accepts in its current state come first. */
function byUse({ events, chart }: ActorTypeInfo, value: ActorRecord['snapshot']['value']): readonly ActorEventInfo[] {
  const outside = events.filter(({ from }) => from === 'outside');
  const isTaken = ({ type }: ActorEventInfo) => takesEvent(chart, value, type);
  return [...outside.filter(isTaken), ...outside.filter((event) => !isTaken(event))];
}
