import type { ComponentChildren } from 'preact';

/** Around a table that may be wider than its place: it scrolls by itself, and by keys as well. @param of what stands in the table, for those who hear it */
export function TableScroll({ of, children }: { readonly of: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section class="table-scroll" tabIndex={0} aria-label={`Table of ${of}`}>
      {children}
    </section>
  );
}
