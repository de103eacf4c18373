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
  /** The label of the dialog's main button: the action as a verb. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly isWide?: boolean;
  /**
   * Performs the action and returns a message about its result, or null when there is no message and the dialog stays open. If `act` itself
   * is null, the button is disabled, because the user must choose something first.
   */
  readonly act: (() => Promise<string | null>) | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /**
   * Called when the action has failed, before the dialog shows the error. Returns true when the error is already shown elsewhere, so that
   * the dialog does not show it again.
   */
  readonly onError?: (error: ApiError) => boolean;
  readonly children?: ComponentChildren;
};

/** A dialog that explains an action, performs it on request and shows the result. */
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
      // When the user has closed the dialog in the meantime, the error is shown as a message outside of it.
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
          {isBusy ? 'Working …' : verb}
        </Button>
      }
    >
      <form id="act-dialog" class="act-dialog" onSubmit={run} noValidate>
        {children}
        <div class="act-dialog-words">
          <p>{words.does}</p>
          <p>
            <strong>Cannot be undone:</strong> {words.cannot}
          </p>
          <p class="act-dialog-who">{recordedAs(operator, words.recordedIn)}</p>
        </div>
        {error !== null && <ErrorNotice error={error} what="Nothing was changed" />}
      </form>
    </Dialog>
  );
}
