import './labelled.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/**
 * A form control with its name. The label element is beside the control and not around it. Otherwise screen readers would read the chosen
 * value as part of the name.
 */
export function Labelled({ name, children }: { name: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="labelled">
      <label for={id}>{name}</label>
      {children(id)}
    </div>
  );
}
