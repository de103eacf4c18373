import './actor-link.css';
import type { ComponentChildren } from 'preact';
import { actorHref, Link } from '../data/router.ts';
import { shortenId } from './format.ts';
import { isActorId, useTitleOf } from './titles.ts';

/**
 * Links to an actor's page. The link shows the actor's title with the id beside it in small type, or only the id when the title is not
 * known. A long key is shown without its middle.
 */
export function ActorLink({ id, most = 40 }: { id: string; most?: number }) {
  const title = useTitleOf(id);
  return (
    <Link class={title === null ? 'actor-link' : 'actor-link actor-link-titled'} href={actorHref(id)} title={id}>
      {title}
      {title !== null && ' '}
      {title === null ? shortenId(id, most) : <span class="actor-link-id">{shortenId(id, Math.min(most, 28))}</span>}
    </Link>
  );
}

/** Shows a link to the actor if the text is the id of an actor that has a title. Shows `children` for any other text. */
export function ActorText({ text, children }: { text: string; children: ComponentChildren }) {
  return useTitleOf(isActorId(text) ? text : null) === null ? children : <ActorLink id={text} />;
}
