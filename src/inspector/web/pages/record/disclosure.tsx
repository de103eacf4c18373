import './disclosure.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A collapsible section whose content is rendered only when opened. */
export function Disclosure({ summary, children }: { summary: ComponentChildren; children: () => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
