import type { ComponentChildren } from 'preact';

/**
 * Makes a wide table scrollable by itself, also with keys.
 * @param of the table's contents in words, for screen readers
 */
export function TableScroll({ of, children }: { readonly of: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section class="table-scroll" tabIndex={0} aria-label={`Table of ${of}`}>
      {children}
    </section>
  );
}
