import './offline-page.css';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { formatBytes, formatPlural } from '../../kit/format.ts';
import { Time } from '../../kit/time.tsx';
import { useNoTitles } from '../../kit/titles.ts';
import { useTitle } from '../../kit/use-title.ts';
import { HistoryFileError } from './file-checks.ts';
import { HistoryView } from './history-view.tsx';
import { type OfflineHistory, readHistoryFile } from './read-history-file.ts';

/** Maximum size of a history file in bytes, because browsers do not support longer strings. */
const LARGEST_FILE = 500_000_000;

/** Shows a downloaded history file. The page neither sends anything to the service nor reads from it. */
export function OfflinePage() {
  useTitle('Offline history');
  useNoTitles();
  const [history, setHistory] = useState<OfflineHistory | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    setReading(true);
    setProblem(null);
    try {
      setHistory(await readFile(file));
    } catch (error) {
      if (!(error instanceof HistoryFileError) && !(error instanceof DOMException)) throw error;
      setProblem(`${file.name}: ${error.message}`);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <h1 class={history === null ? '' : 'offline-page-title'}>{history === null ? 'Open a history' : history.id}</h1>
      {history !== null && (
        <p class="offline-page-about">
          {formatPlural(history.entries.length, 'revision')} from a file, saved <Time atMs={history.exportedAtMs} show="both" />. The actor
          may have changed since the file was saved.
        </p>
      )}
      <DropZone onFile={open} isReading={isReading} isSmall={history !== null} />
      {problem !== null && (
        <p class="offline-page-problem" role="alert">
          {problem}
        </p>
      )}
      {history !== null && <HistoryView key={history.id} source={history} sample={history.entries[0]?.record ?? null} />}
    </>
  );
}

function DropZone({ onFile, isReading, isSmall }: { onFile: (file: File | undefined) => void; isReading: boolean; isSmall: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <section
      class={`offline-page-drop ${isSmall ? 'offline-page-small' : ''} ${isOver ? 'offline-page-over' : ''}`}
      aria-label="File"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer?.files[0]);
      }}
    >
      {!isSmall && <p>Drop a file here that was saved with "Download JSON" in the history of an actor. The file stays on this computer.</p>}
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        accept="application/json,.json"
        aria-label="History file"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // Clears the file field. Otherwise the browser would report no change when the user chooses the same file again after correcting
          // it.
          currentTarget.value = '';
        }}
      />
      <Button look={isSmall ? 'plain' : 'primary'} disabled={isReading} onClick={() => input.current?.click()}>
        {isReading ? 'Reading …' : isSmall ? 'Open another file' : 'Choose a file'}
      </Button>
    </section>
  );
}

async function readFile(file: File): Promise<OfflineHistory> {
  if (file.size > LARGEST_FILE) {
    throw new HistoryFileError(`The file has ${formatBytes(file.size)}; at most ${formatBytes(LARGEST_FILE)} can be opened.`);
  }
  return readHistoryFile(await file.text());
}
