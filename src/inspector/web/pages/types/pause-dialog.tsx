import './pause-dialog.css';
import { useState } from 'preact/hooks';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import { type ApiError, asApiError, postData } from '../../data/api.ts';
import { toast } from '../../kit/announce.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { formatPlural } from '../../kit/format.ts';
import { ErrorNotice } from '../../kit/notice.tsx';

type PauseDialogProps = {
  readonly info: ActorTypeInfo;
  readonly count: number | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** A dialog that pauses an actor type, with a reason, or ends its pause. It explains the consequences. */
export function PauseDialog({ info: { type, pause }, count, onClose, onDone }: PauseDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isPausing = pause === null;
  const of = count === null ? 'its actors' : formatPlural(count, 'actor');

  const act = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const path = `/api/operator/types/${encodeURIComponent(type)}`;
      if (isPausing) await postData(`${path}/pause`, { reason: reason.trim() });
      else await postData(`${path}/resume`);
      toast(isPausing ? `${type} is paused.` : `${type} runs again.`, 'ok');
      onDone();
      onClose();
    } catch (failure) {
      setError(asApiError(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={isPausing ? `Pause ${type}` : `Resume ${type}`}
      onClose={onClose}
      actions={
        <Button
          look={isPausing ? 'danger' : 'primary'}
          type="submit"
          form="pause-dialog"
          disabled={isBusy || (isPausing && reason.trim() === '')}
        >
          {isPausing ? 'Pause it' : 'Resume it'}
        </Button>
      }
    >
      <form id="pause-dialog" class="pause-dialog" onSubmit={act}>
        <p>
          {isPausing
            ? `On all nodes, ${of} are not processed regularly (no ticks), and start no effects (such as transactions), until an operator resumes the type. Events from outside are still applied and recorded.`
            : `On all nodes, ${of} are processed regularly again (ticks), and their waiting effects start. Paused by ${pause.by}: “${pause.reason}”.`}
        </p>
        {isPausing && (
          <label>
            Reason, shown to other operators
            <input value={reason} required maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
          </label>
        )}
        {error !== null && <ErrorNotice error={error} what={isPausing ? 'It was not paused' : 'It was not resumed'} />}
      </form>
    </Dialog>
  );
}
