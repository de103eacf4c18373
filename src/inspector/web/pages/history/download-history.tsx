import './download-history.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActorRecord } from '../../data/actor-record.ts';
import { asApiError } from '../../data/api.ts';
import { toast } from '../../kit/announce.tsx';
import { Button } from '../../kit/button.tsx';
import { formatBytes, formatNumber } from '../../kit/format.ts';
import type { HistorySource } from './history-source.ts';
import { pageLengthOf } from './use-revision-cache.ts';
import { historyFileName, writeHistoryFile } from './write-history-file.ts';

/** Milliseconds for which the file's link stays valid after the click. The browser still has to read the data during this time. */
const REVOKE_AFTER_MS = 60_000;

/** A button that saves an actor's whole history as one JSON file, read page by page. `/inspector/offline` opens such files. */
export function DownloadHistory({ source, sample }: { source: HistorySource; sample: ActorRecord }) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const run = useRef<{ isStopped: boolean } | null>(null);
  const stop = () => {
    if (run.current !== null) run.current.isStopped = true;
    run.current = null;
    setProgress(null);
  };
  useEffect(() => stop, []);

  const download = async () => {
    const own = { isStopped: false };
    run.current = own;
    const parts: string[] = [];
    try {
      for await (const { text, done, total } of writeHistoryFile(source, { nowMs: Date.now(), pageLength: pageLengthOf(sample) })) {
        if (own.isStopped) return;
        parts.push(text);
        setProgress({ done, total });
      }
      const file = new Blob(parts, { type: 'application/json' });
      save(file, historyFileName(source.id, source.newest));
      toast(`The history was saved: ${formatBytes(file.size)}. It can be opened under "Offline".`, 'ok');
    } catch (error) {
      if (!own.isStopped) toast(`The history could not be read completely. Nothing was saved: ${asApiError(error).message}`, 'bad');
    }
    if (!own.isStopped) stop();
  };

  if (progress === null) return <Button onClick={download}>Download JSON</Button>;
  const { done, total } = progress;
  return (
    <span class="download-history">
      <progress max={total} value={done} aria-label="Download of the history" />
      <span class="number">
        {formatNumber(done)} of {formatNumber(total)}
      </span>
      <Button onClick={stop}>Cancel</Button>
    </span>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
