import './pager.css';
import type { ComponentChildren } from 'preact';
import { Link, navigate, withQuery } from '../../data/router.ts';
import { Icon } from '../../kit/icon.tsx';
import { useKeys } from '../../kit/keys.ts';
import type { ActorsView } from './actor-filter.ts';
import { cursorOf, noteCursor } from './page-trail.ts';

type PagerProps = { readonly view: ActorsView; readonly list: string; readonly nextCursor: string | null; readonly shown: number };

/**
 * Links to the next and the previous page. When a page was opened by a link, the cursors of the pages before it are unknown, so the link
 * goes to the first page.
 */
export function Pager({ view: { page, cursor }, list, nextCursor, shown }: PagerProps) {
  if (cursor !== '') noteCursor(list, page, cursor);
  if (nextCursor !== null) noteCursor(list, page + 1, nextCursor);
  const back = page === 1 ? null : (cursorOf(list, page - 1) ?? '');
  const isFirstOnly = page > 2 && back === '';
  const previous = back === null ? null : withQuery({ cursor: back, page: back === '' || page === 2 ? null : String(page - 1) });
  const next = nextCursor === null ? null : withQuery({ cursor: nextCursor, page: String(page + 1) });
  const go = (href: string | null) => {
    if (href !== null) navigate(href);
  };
  useKeys({
    n: { does: () => go(next), what: 'Next page' },
    p: { does: () => go(previous), what: 'Previous page' },
  });
  if (page === 1 && next === null) return null;
  return (
    <nav class="pager" aria-label="Pages of actors">
      <PageLink href={previous} rel="prev">
        <Icon name="left" /> {isFirstOnly ? 'First page' : 'Previous'}
      </PageLink>
      <span class="number">
        Page {page}, {shown} rows
      </span>
      <PageLink href={next} rel="next">
        Next <Icon name="right" />
      </PageLink>
    </nav>
  );
}

function PageLink({ href, rel, children }: { href: string | null; rel: string; children: ComponentChildren }) {
  if (href === null) {
    return (
      <span class="button" aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link class="button" href={href} rel={rel}>
      {children}
    </Link>
  );
}
