import './sections-view.css';
import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { Section } from '../../../../values/inspection/sections.ts';
import { Panel } from '../../kit/panel.tsx';
import { besideOneAnother, isWide } from './beside-one-another.ts';
import { SectionBars } from './section-bars.tsx';
import { SectionFacts } from './section-facts.tsx';
import { SectionSeries } from './section-series.tsx';
import { SectionSteps } from './section-steps.tsx';
import { SectionTable } from './section-table.tsx';
import { ShownPhrase } from './shown-value.tsx';
import { createUnitRepository, type UnitRepository } from './unit-repository.ts';

/** Shows the sections that an actor's definition declares. The component contains no code for particular actor types. */
export function SectionsView({ details }: { details: Pick<ActorDetails, 'sections' | 'tokens' | 'transactions'> }) {
  const repository = createUnitRepository(details);
  return (
    <div class="sections-view">
      {besideOneAnother(details.sections).map((group, index) => {
        const panels = group.map((section, place) => (
          <SectionPanel key={`${place} ${section.title}`} section={section} repository={repository} />
        ));
        return group.every(isWide) ? (
          panels
        ) : (
          <div key={index} class="sections-view-columns">
            {panels}
          </div>
        );
      })}
    </div>
  );
}

function SectionPanel({ section, repository }: { section: Section; repository: UnitRepository }) {
  const { title, note = [] } = section;
  const nothing = emptyText(section);
  return (
    <Panel
      title={title}
      isFlush={isWide(section) && nothing === null}
      {...(note.length === 0 ? {} : { note: <ShownPhrase phrase={note} repository={repository} /> })}
    >
      {nothing === null ? <SectionBody section={section} repository={repository} /> : <p class="sections-view-none">{nothing}</p>}
    </Panel>
  );
}

function SectionBody({ section, repository }: { section: Section; repository: UnitRepository }) {
  switch (section.kind) {
    case 'table':
      return <SectionTable section={section} repository={repository} />;
    case 'steps':
      return <SectionSteps section={section} />;
    case 'bars':
      return <SectionBars section={section} repository={repository} />;
    case 'series':
      return <SectionSeries section={section} repository={repository} />;
    case 'facts':
      return <SectionFacts section={section} repository={repository} />;
  }
}

function emptyText(section: Section): string | null {
  if (section.kind === 'table' && section.rows.length === 0) return section.empty ?? `There are no ${section.of}.`;
  if (section.kind === 'steps' && section.steps.length === 0) return section.empty ?? 'There are none yet.';
  return null;
}
