import './steps-strip.css';
import type { StepsSection } from '../../../../values/inspection/sections.ts';
import { formatLocal, formatNumber } from '../../kit/format.ts';
import { countByState, STEP_STATES, STEP_WORDS } from './steps-text.ts';

/** Shows many steps of a process, each as a small field. */
export function StepsStrip({ section: { of, steps, moreAfter = 0 } }: { section: StepsSection }) {
  const counts = countByState(steps);
  const states = STEP_STATES.filter((state) => counts.has(state));
  const summary = states.map((state) => `${formatNumber(counts.get(state) ?? 0)} ${STEP_WORDS[state]}`);
  return (
    <div class="steps-strip">
      <div class="steps-strip-steps" role="img" aria-label={`Each ${of}: ${summary.join(', ')}`}>
        {steps.map(({ name, state, atMs, moreBefore = 0 }) => (
          <>
            {moreBefore > 0 && <span class="steps-strip-gap number">… {formatNumber(moreBefore)} more …</span>}
            <span
              key={name}
              class={`steps-strip-step steps-strip-${state}`}
              title={`${name}: ${STEP_WORDS[state]}${atMs === null ? '' : `, ${formatLocal(atMs)}`}`}
            />
          </>
        ))}
        {moreAfter > 0 && <span class="steps-strip-gap number">… {formatNumber(moreAfter)} more</span>}
      </div>
      <ul class="steps-strip-legend">
        {states.map((state) => (
          <li key={state}>
            <span class={`steps-strip-step steps-strip-${state}`} aria-hidden="true" />
            {STEP_WORDS[state]} <span class="number">{formatNumber(counts.get(state) ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
