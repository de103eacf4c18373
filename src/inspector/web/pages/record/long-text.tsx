import './long-text.css';
import { useState } from 'preact/hooks';
import { CopyButton } from '../../kit/copy-button.tsx';
import { formatNumber } from '../../kit/format.ts';
import { TEXT_SHOWN } from './describe-value.ts';

const MORE = 4_000;

/** Shows the start of a long text, and more of it on request. */
export function LongText({ text, what }: { text: string; what: string }) {
  const [shown, setShown] = useState(TEXT_SHOWN);
  if (text.length <= TEXT_SHOWN) return <>{text}</>;
  return (
    <span class="long-text">
      {text.slice(0, shown)}
      {shown < text.length && '…'}
      <span class="long-text-tools">
        {shown < text.length && (
          <button type="button" onClick={() => setShown(shown + MORE)}>
            show more
          </button>
        )}
        {shown > TEXT_SHOWN && (
          <button type="button" onClick={() => setShown(TEXT_SHOWN)}>
            show less
          </button>
        )}
        <span class="number">{formatNumber(text.length)} characters</span>
        <CopyButton text={text} what={what} />
      </span>
    </span>
  );
}
