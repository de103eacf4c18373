import './restore-dialog.css';
import { useEffect, useId, useState } from 'preact/hooks';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord } from '../../data/actor-record.ts';
import { type ApiError, asApiError, postData } from '../../data/api.ts';
import { location, navigate, withQuery } from '../../data/router.ts';
import { announce } from '../../kit/announce.tsx';
import { formatState, localInputValue, zoneName } from '../../kit/format.ts';
import { ErrorNotice, Loading } from '../../kit/notice.tsx';
import { ActDialog } from './act-dialog.tsx';
import { restoreWords } from './act-words.ts';
import { askPreview, type RestorePreviewData } from './ask-preview.ts';
import { lastNoon, readRestorePoint } from './restore-point.ts';
import { RestorePreview } from './restore-preview.tsx';

type RestoreDialogProps = {
  readonly record: ActorRecord;
  readonly type: ActorTypeInfo | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** The revision that is chosen when the dialog opens; by default the shown revision, or the previous one. */
  readonly revision?: number;
};

type Mode = 'revision' | 'time';
type Preview = { readonly point: string; readonly data: RestorePreviewData | null; readonly error: ApiError | null };

/** Milliseconds after the last key press until the preview of the restore is read. */
const PREVIEW_AFTER_MS = 300;

/** A dialog that restores an actor to an earlier state, after showing what would change. */
export function RestoreDialog({ record, type, onDone, onClose, revision }: RestoreDialogProps) {
  const { id } = record;
  const fieldId = useId();
  const [mode, setMode] = useState<Mode>('revision');
  const [number, setNumber] = useState(() => String(revision ?? travelledTo(record.revision) ?? Math.max(1, record.revision - 1)));
  const [time, setTime] = useState(() => localInputValue(lastNoon(Date.now())));
  const [preview, setPreview] = useState<Preview | null>(null);
  const path = `/api/operator/actors/${encodeURIComponent(id)}/restore`;
  const limits = { newest: record.revision, nowMs: Date.now(), createdAtMs: record.createdAtMs };
  const point = readRestorePoint(mode, mode === 'revision' ? number : time, limits);
  const pointText = typeof point === 'string' ? null : JSON.stringify(point);

  // The preview is compared with the actor's current state, so it is read again whenever the actor changes.
  useEffect(() => {
    if (pointText === null) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const data = await askPreview(id, JSON.parse(pointText), controller.signal);
        setPreview({ point: pointText, data, error: null });
        announce(data.isAllowed ? previewText(data) : `The actor cannot be restored: ${data.why}`);
      } catch (error) {
        if (!controller.signal.aborted) setPreview({ point: pointText, data: null, error: asApiError(error) });
      }
    }, PREVIEW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [id, pointText, record.revision]);

  const shown = preview !== null && preview.point === pointText ? preview : null;
  const ready = shown?.data?.isAllowed === true && shown.data.revision !== null ? shown.data : null;
  const restore = async (): Promise<string | null> => {
    if (ready === null) return null;
    // With `expectedRevision` the service restores the actor only if it still has the revision that the preview showed.
    const body = { revision: ready.revision, expectedRevision: ready.current.revision };
    const restored = await postData<ActorRecord>(path, body);
    // If the URL selects an old revision, the page would not show the result of the restore. So the URL is changed to the new revision.
    if (location.peek().query.has('at')) navigate(withQuery({ at: String(restored.revision), with: null }), { isReplaced: true });
    return `The actor is restored to revision ${ready.revision}: it is now in state ${formatState(restored.snapshot.value)}, as revision ${restored.revision}.`;
  };
  return (
    <ActDialog
      title="Restore to an earlier state"
      verb={ready === null ? 'Restore it' : `Restore it to revision ${ready.revision}`}
      isDangerous
      isWide
      words={restoreWords(type)}
      act={ready === null ? null : restore}
      onDone={onDone}
      onClose={onClose}
    >
      <div class="restore-dialog-choice">
        <div class="restore-dialog-option">
          <label>
            <input type="radio" name={fieldId} checked={mode === 'revision'} onChange={() => setMode('revision')} /> To revision
          </label>
          <input
            type="number"
            min={1}
            max={record.revision - 1}
            aria-label="Revision"
            value={number}
            onFocus={() => setMode('revision')}
            onInput={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        </div>
        <div class="restore-dialog-option">
          <label>
            <input type="radio" name={fieldId} checked={mode === 'time'} onChange={() => setMode('time')} /> To the state before a time
          </label>
          <input
            type="datetime-local"
            step={1}
            aria-label="Local time"
            value={time}
            onFocus={() => setMode('time')}
            onInput={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <span class="restore-dialog-zone">{zoneName()}, as all times here</span>
        </div>
      </div>
      {typeof point === 'string' ? (
        <p class="restore-dialog-note">{point}</p>
      ) : shown === null ? (
        <Loading what="Reading the changes" />
      ) : shown.error !== null ? (
        <ErrorNotice error={shown.error} what="The preview could not be read" />
      ) : (
        shown.data !== null && <RestorePreview preview={shown.data} />
      )}
    </ActDialog>
  );
}

function previewText({ revision, consequences }: RestorePreviewData): string {
  const standstills = consequences
    .filter(({ isStandstill }) => isStandstill)
    .map(({ sentence }) => ` After the restore, the actor does not act: ${sentence}`);
  return `The preview is of revision ${revision}.${standstills.join('')}`;
}

/** The past revision that the page's URL contains; null when the URL contains none, or the newest one. */
function travelledTo(newest: number): number | null {
  const at = Number(location.peek().query.get('at') ?? '');
  return Number.isSafeInteger(at) && at >= 1 && at < newest ? at : null;
}
