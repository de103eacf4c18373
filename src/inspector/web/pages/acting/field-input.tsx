import './field-input.css';
import { useId } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { type Draft, withChild, withItem, withName, withoutItem } from './draft.ts';
import type { Field } from './form-model.ts';
import { LeafInput } from './leaf-input.tsx';
import type { FieldProblem } from './read-draft.ts';

export type FieldInputProps = {
  readonly field: Field;
  readonly draft: Draft;
  /** Path of the form field in the notation of the service's error paths (names and indexes joined by dots); empty for the whole form. */
  readonly path: string;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (draft: Draft) => void;
};

/** The input for a form field of any kind, with its name, whether it is optional, and its problem. */
export function FieldInput(props: FieldInputProps) {
  const { field, draft, path, problems, onChange } = props;
  const id = useId();
  if (path === '') return <Inside {...props} />;
  const own = problems.find((problem) => problem.path === path)?.message ?? null;
  const isNest = field.kind === 'group' || field.kind === 'list' || field.kind === 'map' || field.kind === 'union';
  const isGiven = draft.presence === 'given';
  const label = (
    <>
      <code>{field.label === '' ? path.slice(path.lastIndexOf('.') + 1) : field.label}</code>
      {!field.isRequired && <span class="field-input-quiet"> optional</span>}
    </>
  );
  const presence = (!field.isRequired || field.isNullable) && (
    <select
      class="field-input-presence"
      aria-label={`Whether ${path} is given`}
      value={draft.presence}
      onChange={({ currentTarget }) => onChange({ ...draft, presence: presenceOf(currentTarget.value) })}
    >
      <option value="given">given</option>
      {field.isNullable && <option value="null">null</option>}
      {!field.isRequired && <option value="left-out">left out</option>}
    </select>
  );
  const problem = own !== null && (
    <p id={`${id}-problem`} class="field-input-problem">
      {own}
    </p>
  );
  if (isNest) {
    return (
      <fieldset
        class="field-input-nest"
        {...(own === null ? {} : { 'aria-invalid': true, tabIndex: -1, 'aria-describedby': `${id}-problem` })}
      >
        <legend>{label}</legend>
        {presence}
        {isGiven && <Inside {...props} />}
        {problem}
      </fieldset>
    );
  }
  return (
    <div class="field-input">
      <label for={id} class="field-input-label">
        {label}
      </label>
      <div class="field-input-row">
        {isGiven && (
          <LeafInput id={id} field={field} draft={draft} onChange={onChange} isWrong={own !== null} problemId={`${id}-problem`} />
        )}
        {presence}
      </div>
      {problem}
    </div>
  );
}

function Inside({ field, draft, path, problems, onChange }: FieldInputProps) {
  const under = (name: string) => (path === '' ? name : `${path}.${name}`);
  const child = (inner: Field, i: number, name: string) => {
    const at = draft.children[i];
    if (at === undefined) return null;
    return (
      <FieldInput
        key={`${i}/${inner.label}`}
        field={inner}
        draft={at}
        path={under(name)}
        problems={problems}
        onChange={(next) => onChange(withChild(draft, i, next))}
      />
    );
  };
  if (field.kind === 'group') return <div class="field-input-group">{field.fields.map((each, i) => child(each, i, each.label))}</div>;
  if (field.kind === 'union') {
    const option = field.options[draft.choice];
    const at = draft.children[draft.choice];
    return (
      <div class="field-input-group">
        <select
          aria-label={`Kind of value of ${path}`}
          value={draft.choice}
          onChange={({ currentTarget }) => onChange({ ...draft, choice: Number(currentTarget.value) })}
        >
          {field.options.map((each, i) => (
            <option key={`${i}/${each.kind}`} value={i}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        {option !== undefined && at !== undefined && option.kind === 'group' && (
          <Inside
            field={option}
            draft={at}
            path={path}
            problems={problems}
            onChange={(next) => onChange(withChild(draft, draft.choice, next))}
          />
        )}
        {option !== undefined && at !== undefined && option.kind !== 'group' && (
          <FieldInput
            field={option}
            draft={at}
            path={path === '' ? 'value' : path}
            problems={[]}
            onChange={(next) => onChange(withChild(draft, draft.choice, next))}
          />
        )}
      </div>
    );
  }
  if (field.kind !== 'list' && field.kind !== 'map') {
    return <LeafInput id={`field-${path}`} field={field} draft={draft} onChange={onChange} isWrong={problems.length > 0} problemId="" />;
  }
  return (
    <div class="field-input-group">
      {draft.children.map((_, i) => (
        <div key={i} class="field-input-item">
          {field.kind === 'map' && (
            <input
              class="field-input-name"
              aria-label={`Name ${i + 1} in ${path}`}
              placeholder="name"
              value={draft.names[i] ?? ''}
              onInput={({ currentTarget }) => onChange(withName(draft, i, currentTarget.value))}
            />
          )}
          {child(field.item, i, field.kind === 'map' ? (draft.names[i] ?? '') : String(i))}
          <Button look="quiet" aria-label={`Remove item ${i + 1} of ${path}`} onClick={() => onChange(withoutItem(draft, i))}>
            remove
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange(withItem(draft, field.item))}>Add {field.kind === 'map' ? 'a name' : 'an item'}</Button>
      </div>
    </div>
  );
}

function presenceOf(text: string): Draft['presence'] {
  return text === 'null' ? 'null' : text === 'left-out' ? 'left-out' : 'given';
}

function nameOf(field: Field): string {
  if (field.kind === 'group') return `object: ${field.fields.map(({ label }) => label).join(', ') || 'empty'}`;
  if (field.kind === 'constant') return JSON.stringify(field.value);
  return field.kind === 'number' && field.isWhole ? 'whole number' : field.kind;
}
