import './dependency-list.css';
import type { DependencyNote } from '../../../../values/inspection/overview.ts';
import { Badge } from '../../kit/badge.tsx';
import { Panel } from '../../kit/panel.tsx';

/** The message that the service reports for a dependency that works and of which nothing is switched off. */
const WORKS = 'Works.';

/** Lists the services on which the node depends (such as store, Redis, chains); unavailable ones come first. */
export function DependencyList({ dependencies }: { dependencies: readonly DependencyNote[] }) {
  const sorted = [...dependencies].sort((a, b) => Number(a.isOk) - Number(b.isOk));
  const away = sorted.filter(({ isOk }) => !isOk).length;
  // A dependency that works needs only its name, unless something about it is switched off.
  const plain = sorted.filter(({ isOk, message }) => isOk && message === WORKS);
  const told = sorted.filter((each) => !plain.includes(each));
  return (
    <Panel title="Dependencies" note={away === 0 ? 'all available' : `${away} not available`}>
      <ul class="dependency-list">
        {told.map(({ kind, name, isOk, message }) => (
          <li key={`${kind} ${name}`}>
            <span class="dependency-list-name">
              <Badge tone={isOk ? 'ok' : 'bad'}>{isOk ? 'ok' : 'unavailable'}</Badge>
              {name}
            </span>
            <span class="dependency-list-message">{message}</span>
          </li>
        ))}
      </ul>
      <ul class="dependency-list-plain" aria-label="Available">
        {plain.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            <Badge tone="ok">ok</Badge> {name}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
