import './leaf-input.css';
import type { Draft } from './draft.ts';
import type { Field } from './form-model.ts';
import { patternHint } from './pattern-hint.ts';

type LeafInputProps = {
  readonly id: string;
  readonly field: Field;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly isWrong: boolean;
  readonly problemId: string;
};

/** Minimum allowed length, in characters, from which a text field gets an input with several lines. */
const LONG_TEXT = 120;

/** The input for a form field that contains no other fields. */
export function LeafInput({ id, field, draft, onChange, isWrong, problemId }: LeafInputProps) {
  const common = {
    id,
    class: 'leaf-input',
    ...(isWrong ? { 'aria-invalid': true as const, 'aria-describedby': problemId } : {}),
  };
  const type = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    onChange({ ...draft, text: currentTarget.value });
  switch (field.kind) {
    case 'constant':
      return <code class="leaf-input-constant">{JSON.stringify(field.value)}</code>;
    case 'boolean':
      return <Choices common={common} names={['no', 'yes']} draft={draft} onChange={onChange} />;
    case 'choice':
      return (
        <Choices
          common={common}
          names={field.options.map((option) => (typeof option === 'string' ? option : JSON.stringify(option)))}
          draft={draft}
          onChange={onChange}
        />
      );
    case 'number':
      return (
        <input
          {...common}
          inputMode={field.isWhole ? 'numeric' : 'decimal'}
          placeholder={boundsOf(field)}
          value={draft.text}
          onInput={type}
        />
      );
    case 'text': {
      const hint = field.pattern === null ? '' : patternHint(field.pattern);
      if (draft.text.length > LONG_TEXT || draft.text.includes('\n')) {
        return <textarea {...common} rows={4} spellcheck={false} value={draft.text} onInput={type} />;
      }
      return <input {...common} spellcheck={false} autocomplete="off" placeholder={hint} title={hint} value={draft.text} onInput={type} />;
    }
    default:
      return <textarea {...common} rows={6} spellcheck={false} placeholder={'JSON, as { "name": 1 }'} value={draft.text} onInput={type} />;
  }
}

type ChoicesProps = {
  readonly common: object;
  readonly names: readonly string[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
};

function Choices({ common, names, draft, onChange }: ChoicesProps) {
  return (
    <select {...common} value={draft.choice} onChange={({ currentTarget }) => onChange({ ...draft, choice: Number(currentTarget.value) })}>
      <option value={-1}>choose …</option>
      {names.map((name, i) => (
        <option key={name} value={i}>
          {name}
        </option>
      ))}
    </select>
  );
}

function boundsOf({ isWhole, minimum, maximum }: Field & { readonly kind: 'number' }): string {
  const what = isWhole ? 'whole number' : 'number';
  if (minimum !== null && maximum !== null) return `${what}, ${minimum} to ${maximum}`;
  if (minimum !== null) return `${what}, ${minimum} or more`;
  return maximum === null ? what : `${what}, ${maximum} or less`;
}
