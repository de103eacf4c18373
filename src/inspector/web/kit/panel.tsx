import './panel.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type PanelProps = {
  readonly title: string;
  /** Links, buttons or a count that the panel shows to the right of its title. */
  readonly actions?: ComponentChildren;
  readonly note?: ComponentChildren;
  /** Whether the panel's content reaches the panel's left and right edges without margins, as suits a table. */
  readonly isFlush?: boolean;
  readonly class?: string;
  /** The id of the panel, with which it can be linked to as a URL fragment (`#id`). */
  readonly id?: string;
  readonly children?: ComponentChildren;
};

/** A titled section of a page. */
export function Panel({ title, actions, note, isFlush = false, class: extra = '', id: anchor, children }: PanelProps) {
  const id = useId();
  return (
    <section
      {...(anchor === undefined ? {} : { id: anchor })}
      class={`panel ${isFlush ? 'panel-flush' : ''} ${extra}`}
      aria-labelledby={id}
    >
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span class="panel-note">{note}</span>}
        {actions !== undefined && <div class="panel-actions">{actions}</div>}
      </header>
      <div class="panel-body">{children}</div>
    </section>
  );
}
