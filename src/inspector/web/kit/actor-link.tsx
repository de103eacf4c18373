import './actor-link.css';
import { actorHref, Link } from '../data/router.ts';
import { shortenId } from './format.ts';

/** An actor's id as a link to the actor's page. The middle of a long key is omitted. */
export function ActorLink({ id, most = 40 }: { id: string; most?: number }) {
  return (
    <Link class="actor-link" href={actorHref(id)} title={id}>
      {shortenId(id, most)}
    </Link>
  );
}
