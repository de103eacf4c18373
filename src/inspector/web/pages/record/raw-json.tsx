import './raw-json.css';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { formatNumber } from '../../kit/format.ts';

const FIRST = 20_000;
const MORE = 100_000;

/** Shows the stored record as JSON: its start, and more on demand. */
export function RawJson({ value }: { value: unknown }) {
  const text = useMemo(() => textOf(value), [value]);
  const [shown, setShown] = useState(FIRST);
  if (text === null) return <p>The record is nested too deeply to be shown as text. The tree and the API show it.</p>;
  return (
    <div class="raw-json">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <section tabIndex={0} aria-label="The record as JSON">
        <pre>{text.slice(0, shown)}</pre>
      </section>
      <p>
        {shown < text.length && <Button onClick={() => setShown(shown + MORE)}>Show more</Button>}
        <span class="number">
          {formatNumber(Math.min(shown, text.length))} of {formatNumber(text.length)} characters
        </span>
        <CopyButton text={text} what="record" />
      </p>
    </div>
  );
}

/** Returns the JSON text of a value; null when the value is nested too deeply for `JSON.stringify`. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value, null, 2);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
