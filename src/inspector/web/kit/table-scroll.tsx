import type { ComponentChildren } from 'preact';

/**
 * Gives a wide table a horizontal scroll area of its own, which can also be scrolled with keys.
 * @param of name of the table's contents, for screen readers
 */
export function TableScroll({ of, children }: { readonly of: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section class="table-scroll" tabIndex={0} aria-label={`Table of ${of}`}>
      {children}
    </section>
  );
}
