import './data-list.css';
import type { ComponentChildren } from 'preact';

export type DataItem = { readonly term: string; readonly detail: ComponentChildren };

/** Renders a list of names with their values. */
export function DataList({ items }: { items: readonly DataItem[] }) {
  return (
    <dl class="data-list">
      {items.map(({ term, detail }) => (
        <div key={term} class="data-list-item">
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
