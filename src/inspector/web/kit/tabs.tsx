import './tabs.css';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export type Tab = {
  readonly key: string;
  readonly label: string /** Optional count or other short text, shown beside the tab's label. */;
  readonly note?: string;
};

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onSelect: (key: string) => void;
  /** The content of the current tab. */
  readonly children: ComponentChildren;
};

/** Tabs that follow the ARIA pattern: arrow keys select a tab, and the Tab key moves the focus into the panel. */
export function Tabs({ label, tabs, current, onSelect, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === current);
    const to = targetOf(event.key, at, tabs.length);
    const tab = to === null ? undefined : tabs[to];
    if (tab === undefined || to === null) return;
    event.preventDefault();
    onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ key, label: text, note }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {text}
            {note !== undefined && <span class="tabs-note">{note}</span>}
          </button>
        ))}
      </div>
      <div class="tabs-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  );
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
