import { shorten } from './format.ts';

/** A transaction's hash by its ends; the whole of it is its title. */
export function ShortHash({ hash }: { readonly hash: string }) {
  return (
    <span class="mono" title={hash}>
      {shorten(hash, 10, 6)}
    </span>
  );
}
