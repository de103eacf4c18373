import { useEffect } from 'preact/hooks';
import { withHiddenShown } from './hidden-characters.ts';

/** Names the browser's tab after what is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${withHiddenShown(title)} · Coxswain`;
  }, [title]);
}
