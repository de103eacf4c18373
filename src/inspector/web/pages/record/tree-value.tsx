import { ActorText } from '../../kit/actor-link.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { describeValue, type Units } from './describe-value.ts';
import { LongText } from './long-text.tsx';
import type { Scalar, TreePath } from './tree-rows.ts';
import { When } from './when.tsx';

/** Shows a value in a form that suits its meaning, and the stored value when it differs from the shown text. */
export function TreeValue({ value, path, units }: { value: Scalar; path: TreePath; units: Units }) {
  const described = describeValue(value, path, units);
  switch (described.kind) {
    case 'amount':
      return (
        <>
          <span class="json-tree-amount number">{described.text}</span> <Raw text={described.raw} />
        </>
      );
    case 'time':
      return (
        <>
          <When atMs={described.atMs} /> <Raw text={described.raw} />
        </>
      );
    case 'address':
      return (
        <>
          <span class="mono" title={described.full}>
            {described.text}
          </span>
          <CopyButton text={described.full} what={path.at(-1) ?? 'value'} />
        </>
      );
    case 'text':
      return (
        <span class="json-tree-text">
          <ActorText text={described.full}>
            <LongText text={described.full} what={path.at(-1) ?? 'text'} />
          </ActorText>
        </span>
      );
    case 'empty':
      return <span class="json-tree-empty">{described.text}</span>;
    default:
      return (
        <>
          <span class="json-tree-plain number">{described.text}</span> {described.raw !== null && <Raw text={described.raw} />}
        </>
      );
  }
}

function Raw({ text }: { text: string }) {
  return <span class="json-tree-raw number">{text}</span>;
}
