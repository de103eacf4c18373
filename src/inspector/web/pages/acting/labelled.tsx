import './labelled.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A control under its name. The name stands beside it and not around it: else what is chosen would be read as part of the name. */
export function Labelled({ name, children }: { name: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="labelled">
      <label for={id}>{name}</label>
      {children(id)}
    </div>
  );
}
