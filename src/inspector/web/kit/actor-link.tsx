import './actor-link.css';
import { actorHref, Link } from '../data/router.ts';
import { shortenId } from './format.ts';
import { titleOf } from './titles.ts';

/**
 * Links to an actor's page. The link shows the actor's title with the id beside it in small type, or only the id when the title is not
 * known. A long key is shown without its middle.
 */
export function ActorLink({ id, most = 40 }: { id: string; most?: number }) {
  const title = titleOf(id);
  return (
    <Link class={title === null ? 'actor-link' : 'actor-link actor-link-titled'} href={actorHref(id)} title={id}>
      {title}
      {title !== null && ' '}
      {title === null ? shortenId(id, most) : <span class="actor-link-id">{shortenId(id, Math.min(most, 28))}</span>}
    </Link>
  );
}
