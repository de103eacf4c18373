import { useEffect } from 'preact/hooks';
import { withHiddenShown } from './hidden-characters.ts';

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${withHiddenShown(title)} · Coxswain`;
  }, [title]);
}
