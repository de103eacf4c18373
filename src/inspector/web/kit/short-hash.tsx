import { shorten } from './format.ts';

/** Shows the start and the end of a transaction hash; the tooltip contains the whole hash. */
export function ShortHash({ hash }: { readonly hash: string }) {
  return (
    <span class="mono" title={hash}>
      {shorten(hash, 10, 6)}
    </span>
  );
}
