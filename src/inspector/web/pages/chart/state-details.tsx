import './state-details.css';
import type { Chart } from '../../../../values/inspection/chart.ts';
import { Button } from '../../kit/button.tsx';
import { transitionWords } from './chart-words.ts';

/** Shows everything that the machine declares for a state. */
export function StateDetails({ chart, path, onClose }: { chart: Chart; path: string; onClose: () => void }) {
  const state = chart.states.find((one) => one.path === path);
  if (state === undefined) return null;
  const { description, entry, exit, tags, on } = state;
  return (
    <section class="state-details" aria-label={`State ${path}`} aria-live="polite">
      <header>
        <h3>{path}</h3>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </header>
      {description !== null && <p>{description}</p>}
      <dl>
        <Names term="On entry" names={entry} />
        <Names term="On exit" names={exit} />
        <Names term="Tags" names={tags} />
      </dl>
      {on.length > 0 ? (
        <ul>
          {on.map((transition, index) => (
            <li key={index}>{transitionWords(transition)}</li>
          ))}
        </ul>
      ) : (
        <p>This state handles no events.</p>
      )}
    </section>
  );
}

function Names({ term, names }: { term: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{names.join(', ')}</dd>
    </div>
  );
}
