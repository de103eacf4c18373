import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { Draft } from './draft.ts';
import { FieldInput } from './field-input.tsx';
import type { Field } from './form-model.ts';
import { Labelled } from './labelled.tsx';
import type { FieldProblem } from './read-draft.ts';

type BulkEventProps = {
  /** Description of the actor type that the filter selects; null until it is loaded, or when the filter selects no type. */
  readonly type: ActorTypeInfo | null;
  readonly typeName: string;
  readonly eventType: string;
  readonly field: Field;
  readonly draft: Draft | null;
  readonly problems: readonly FieldProblem[];
  readonly onType: (name: string) => void;
  readonly onDraft: (draft: Draft) => void;
};

/** The form for the event that a bulk action sends to all matching actors. */
export function BulkEvent({ type, typeName, eventType, field, draft, problems, onType, onDraft }: BulkEventProps) {
  if (type === null) {
    return (
      <p class="bulk-panel-problem">
        {typeName === ''
          ? 'Each type has its own events. Close this form and filter by a type first.'
          : `This node has no actors of the type "${typeName}".`}
      </p>
    );
  }
  const events = type.events.filter(({ from }) => from === 'outside');
  return (
    <>
      <Labelled name="Event">
        {(id) => (
          <select id={id} value={eventType} onChange={({ currentTarget }) => onType(currentTarget.value)}>
            <option value="">choose …</option>
            {events.map((event) => (
              <option key={event.type} value={event.type}>
                {event.type}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {eventType !== '' && draft !== null && <FieldInput field={field} draft={draft} path="" problems={problems} onChange={onDraft} />}
    </>
  );
}
