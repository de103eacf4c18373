import type { StepsSection } from '../../../../values/inspection/sections.ts';
import { StepsPath } from './steps-path.tsx';
import { StepsStrip } from './steps-strip.tsx';

/** Maximum number of steps of a process that are shown side by side with their names. */
const MOST_NAMED = 6;

/** Shows the steps of a process: a few steps with their names, or many steps as a strip of small fields. */
export function SectionSteps({ section }: { section: StepsSection }) {
  const isWhole = section.steps.every(({ moreBefore = 0 }) => moreBefore === 0) && (section.moreAfter ?? 0) === 0;
  return isWhole && section.steps.length <= MOST_NAMED ? <StepsPath steps={section.steps} /> : <StepsStrip section={section} />;
}
