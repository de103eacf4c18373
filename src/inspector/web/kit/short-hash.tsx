import { shorten } from './format.ts';

/** The start and the end of a transaction hash; the whole hash is its title. */
export function ShortHash({ hash }: { readonly hash: string }) {
  return (
    <span class="mono" title={hash}>
      {shorten(hash, 10, 6)}
    </span>
  );
}
