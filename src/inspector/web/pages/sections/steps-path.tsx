import './steps-path.css';
import type { Step } from '../../../../values/inspection/sections.ts';
import { Time } from '../../kit/time.tsx';

/** Shows a few steps of a process on one line, each with its name and time. */
export function StepsPath({ steps }: { steps: readonly Step[] }) {
  return (
    <ol class="steps-path">
      {steps.map(({ name, atMs, state }) => (
        <li key={name} class={`steps-path-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
          <span class="steps-path-name">{name}</span>
          <span class="steps-path-when">{atMs === null ? 'not yet' : <Time atMs={atMs} />}</span>
        </li>
      ))}
    </ol>
  );
}
