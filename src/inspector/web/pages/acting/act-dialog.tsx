import './act-dialog.css';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../data/api.ts';
import { session } from '../../data/session.ts';
import { toast } from '../../kit/announce.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/notice.tsx';
import { type ActWords, recordedAs } from './act-words.ts';

type ActDialogProps = {
  readonly title: string;
  readonly words: ActWords;
  /** On the button: what it does, as a verb. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly isWide?: boolean;
  /** Null keeps the button off: something has to be chosen first. Says what came of it; null when there is nothing to say and it stays open. */
  readonly act: (() => Promise<string | null>) | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** Told of what went wrong, before it is shown; true when it was shown elsewhere. */
  readonly onError?: (error: ApiError) => boolean;
  readonly children?: ComponentChildren;
};

/** Says in words what an act does, does it when told to, and tells what came of it. */
export function ActDialog(props: ActDialogProps) {
  const { title, words, verb, isDangerous = false, isWide = false, act, onDone, onClose, onError, children } = props;
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isClosed = useRef(false);
  const operator = session.value.state === 'signed-in' ? session.value.info.operator : null;

  const close = () => {
    isClosed.current = true;
    onClose();
  };
  const run = async (event: Event) => {
    event.preventDefault();
    if (act === null || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const result = await act();
      if (result !== null) {
        toast(result, 'ok');
        onDone();
        if (!isClosed.current) close();
      }
    } catch (failure) {
      const told = asApiError(failure);
      // Who closed the dialog meanwhile is told all the same.
      if (isClosed.current) toast(`${title}: ${told.message}`, 'bad');
      else if (onError?.(told) !== true) setError(told);
      onDone();
    }
    if (!isClosed.current) setBusy(false);
  };
  return (
    <Dialog
      title={title}
      isWide={isWide}
      onClose={close}
      actions={
        <Button type="submit" form="act-dialog" look={isDangerous ? 'danger' : 'primary'} disabled={act === null || isBusy}>
          {isBusy ? 'Doing it …' : verb}
        </Button>
      }
    >
      <form id="act-dialog" class="act-dialog" onSubmit={run} noValidate>
        {children}
        <div class="act-dialog-words">
          <p>{words.does}</p>
          <p>
            <strong>Cannot be taken back:</strong> {words.cannot}
          </p>
          <p class="act-dialog-who">{recordedAs(operator, words.recordedIn)}</p>
        </div>
        {error !== null && <ErrorNotice error={error} what="Nothing was done" />}
      </form>
    </Dialog>
  );
}
