import { useEffect } from 'preact/hooks';
import { type Loaded, useData } from './use-data.ts';
import { isVisible } from './visibility.ts';

/** Reads the data of an API path again and again, without waiting for events of the live feed. Nothing is read while the page is hidden. */
export function usePoll<T>(path: string, everyMs: number): Loaded<T> {
  const loaded = useData<T>(path);
  const isOn = isVisible.value;
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(loaded.reload, everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs, loaded.reload]);
  return loaded;
}
