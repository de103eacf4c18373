import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError, isAborted, postStream } from '../../data/api.ts';
import { announce } from '../../kit/announce.tsx';
import { formatNumber } from '../../kit/format.ts';
import { type BulkState, NOT_BEGUN, withEvent } from './bulk-run.ts';

export type BulkStage = 'choosing' | 'rehearsing' | 'rehearsed' | 'doing' | 'ended' | 'cancelled';

export type Bulk = {
  readonly stage: BulkStage;
  readonly state: BulkState;
  readonly error: ApiError | null;
  readonly rehearse: (body: object) => Promise<void>;
  readonly perform: (body: object) => Promise<void>;
  /** Cancels the bulk action; actions on actors that are already completed are kept. */
  readonly cancel: () => void;
  /** Discards the result of the rehearsal after a change of the form. */
  readonly reset: () => void;
};

/** Runs a bulk action, first as a rehearsal (dry run) that changes nothing, and reports its progress. */
export function useBulk(): Bulk {
  const [stage, setStage] = useState<BulkStage>('choosing');
  const [state, setState] = useState(NOT_BEGUN);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (body: object, during: BulkStage, after: BulkStage) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setStage(during);
    setError(null);
    let latest = NOT_BEGUN;
    setState(latest);
    try {
      await postStream(
        '/api/operator/bulk',
        body,
        (event) => {
          latest = withEvent(latest, event);
          setState(latest);
        },
        controller.signal,
      );
      if (controller.signal.aborted) return;
      const isWhole = latest.isEnded && latest.problem === null;
      if (!isWhole) setState({ ...latest, problem: latest.problem ?? 'The connection ended before the last actor was reported.' });
      setStage(isWhole ? after : 'ended');
      announce(`${formatNumber(latest.seen)} examined, ${formatNumber(latest.done)} done, ${formatNumber(latest.failed)} failed.`);
    } catch (failure) {
      if (controller.signal.aborted || isAborted(failure)) return;
      setError(asApiError(failure));
      setStage('choosing');
    }
  };
  return {
    stage,
    state,
    error,
    rehearse: (body) => run({ ...body, dryRun: true }, 'rehearsing', 'rehearsed'),
    perform: (body) => run({ ...body, dryRun: false }, 'doing', 'ended'),
    cancel() {
      if (stage !== 'rehearsing' && stage !== 'doing') return;
      running.current?.abort();
      setStage(stage === 'doing' ? 'cancelled' : 'choosing');
      announce('Cancelled.');
    },
    reset() {
      running.current?.abort();
      setStage('choosing');
      setState(NOT_BEGUN);
      setError(null);
    },
  };
}
