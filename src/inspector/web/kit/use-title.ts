import { useEffect } from 'preact/hooks';
import { withHiddenShown } from './hidden-characters.ts';

/** Sets the title of the browser tab while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${withHiddenShown(title)} · Coxswain`;
  }, [title]);
}
