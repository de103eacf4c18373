import './section-bars.css';
import { useId } from 'preact/hooks';
import type { Bar, BarsSection } from '../../../../values/inspection/sections.ts';
import { phraseText } from './phrase-text.ts';
import { ShownPhrase } from './shown-value.tsx';
import type { UnitRepository } from './unit-repository.ts';

/** Shows a section of an actor's details that consists of limits: for each limit, a bar indicates how much of it is used. */
export function SectionBars({ section, repository }: { section: BarsSection; repository: UnitRepository }) {
  return (
    <ul class="section-bars">
      {section.bars.map((bar) => (
        <ShownBar key={bar.name} bar={bar} repository={repository} />
      ))}
    </ul>
  );
}

function ShownBar({ bar, repository }: { bar: Bar; repository: UnitRepository }) {
  const id = useId();
  const { name, used, of, share } = bar;
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10;
  const tone = share >= 1 ? 'section-bars-full' : share >= 0.8 ? 'section-bars-near' : '';
  const told = `${phraseText(used, repository)} of ${phraseText(of, repository)}`;
  return (
    <li class={tone}>
      <div class="section-bars-text">
        <span id={id}>{name}</span>
        <span class="number">
          <ShownPhrase phrase={used} repository={repository} />{' '}
          <span class="section-bars-of">
            of <ShownPhrase phrase={of} repository={repository} />
          </span>
        </span>
      </div>
      <meter class="visually-hidden" aria-labelledby={id} min={0} max={100} value={percent} aria-valuetext={told} />
      <div class="section-bars-track" aria-hidden="true">
        <div class="section-bars-fill" style={{ width: `${percent}%` }} />
      </div>
    </li>
  );
}
