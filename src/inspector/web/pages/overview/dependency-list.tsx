import './dependency-list.css';
import type { DependencyNote } from '../../../../values/inspection/overview.ts';
import { Badge } from '../../kit/badge.tsx';
import { Panel } from '../../kit/panel.tsx';

/** Lists the services on which the node depends (such as store, Redis, chains); unavailable ones come first. */
export function DependencyList({ dependencies }: { dependencies: readonly DependencyNote[] }) {
  const sorted = [...dependencies].sort((a, b) => Number(a.isOk) - Number(b.isOk));
  const away = sorted.filter(({ isOk }) => !isOk).length;
  return (
    <Panel title="Dependencies" note={away === 0 ? 'all available' : `${away} not available`}>
      <ul class="dependency-list">
        {sorted.map(({ kind, name, isOk, message }) => (
          <li key={`${kind} ${name}`}>
            <span class="dependency-list-name">
              <Badge tone={isOk ? 'ok' : 'bad'}>{isOk ? 'ok' : 'unavailable'}</Badge>
              {name}
            </span>
            <span class="dependency-list-message">{message}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
