import { useEffect } from 'preact/hooks';

/** Names the browser's tab after what is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Coxswain`;
  }, [title]);
}
