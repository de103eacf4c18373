import './related-panel.css';
import type { RelatedActor } from '../../../../values/inspection/actor-details.ts';
import { ActorLink } from '../../kit/actor-link.tsx';
import { Panel } from '../../kit/panel.tsx';

/** Lists the actor's related actors, each with its relation to this actor. */
export function RelatedPanel({ related }: { related: readonly RelatedActor[] }) {
  if (related.length === 0) return null;
  return (
    <Panel title="Related actors">
      <ul class="related-panel">
        {related.map(({ id, relation }) => (
          <li key={`${relation} ${id}`}>
            <span>{relation}</span>
            <ActorLink id={id} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
