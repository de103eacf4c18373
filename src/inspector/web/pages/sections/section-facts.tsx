import './section-facts.css';
import type { FactsSection } from '../../../../values/inspection/sections.ts';
import { ShownCell } from './shown-value.tsx';
import type { UnitRepository } from './unit-repository.ts';

/** Shows a section of an actor's details that consists of names with their values, side by side where there is space. */
export function SectionFacts({ section, repository }: { section: FactsSection; repository: UnitRepository }) {
  return (
    <dl class="section-facts">
      {section.facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <ShownCell cell={value} repository={repository} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
