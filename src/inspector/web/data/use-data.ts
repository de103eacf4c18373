import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError, getData, isAborted } from './api.ts';

export type Loaded<T> = {
  /** The data of the requested path, or, until its first reply arrives, the data of the previous path. */
  readonly data: T | null;
  /** The error of the last request; null after a success. The data of the last success stays available. */
  readonly error: ApiError | null;
  /** Whether `data` belongs to the requested path. It is false while `data` is still that of the previous path. */
  readonly isFresh: boolean;
  readonly isLoading: boolean;
  /**
   * Reads the data again; the current data stays visible until the reply arrives. When it is called during a request, the data is read once
   * more after that request.
   */
  readonly reload: () => void;
};

type State<T> = { readonly path: string | null; readonly data: T | null; readonly error: ApiError | null; readonly isLoading: boolean };

/** Reads the data of an API path, and reads again when the path changes. With the path null, nothing is read. */
export function useData<T>(path: string | null): Loaded<T> {
  const [state, setState] = useState<State<T>>({ path: null, data: null, error: null, isLoading: path !== null });
  const again = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    let isAskedAgain = false;
    let isUnderWay = false;
    const load = async () => {
      isUnderWay = true;
      setState((before) => ({ ...before, isLoading: true }));
      try {
        const data = await getData<T>(path, controller.signal);
        if (!controller.signal.aborted) setState({ path, data, error: null, isLoading: false });
      } catch (error) {
        if (controller.signal.aborted || isAborted(error)) return;
        setState((before) => ({ ...before, error: asApiError(error), isLoading: false }));
      }
      isUnderWay = false;
      if (!isAskedAgain || controller.signal.aborted) return;
      isAskedAgain = false;
      void load();
    };
    again.current = () => {
      if (isUnderWay) isAskedAgain = true;
      else void load();
    };
    void load();
    return () => {
      again.current = null;
      controller.abort();
    };
  }, [path]);

  const reload = useCallback(() => again.current?.(), []);
  return { data: state.data, error: state.error, isLoading: state.isLoading, isFresh: state.path === path && state.data !== null, reload };
}
