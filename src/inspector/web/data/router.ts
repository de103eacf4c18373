import { signal } from '@preact/signals';
import { type ComponentChildren, h, type JSX } from 'preact';

/** The URL path at which the inspector's page is served. */
export const HOME = '/inspector';

/** Path of the view that shows downloaded histories of actors. It is the only view that works without the service and without a sign-in. */
export const OFFLINE = `${HOME}/offline`;

/** Path of the view that shows the balances and costs of the accounts that send the service's transactions. */
export const TREASURY = `${HOME}/treasury`;

export type Place = { readonly path: string; readonly query: URLSearchParams };

/** Signal with the page's current URL (path and query). */
export const location = signal<Place>(placeOf(new URL(window.location.href)));

type NavigateOptions = {
  /** Whether the new URL replaces the current entry of the browser's history, so that the "back" button skips the current entry. */
  readonly isReplaced?: boolean;
};

/**
 * Navigates to another URL of the inspector. A new path scrolls to the top and moves the focus to the new content; a changed query does
 * neither.
 */
export function navigate(href: string, { isReplaced = false }: NavigateOptions = {}): void {
  const url = new URL(href, window.location.href);
  if (!isOurs(url)) {
    window.location.assign(url);
    return;
  }
  keepScroll();
  const isOther = url.pathname !== location.value.path;
  if (isReplaced) history.replaceState(history.state, '', url);
  else history.pushState(null, '', url);
  location.value = placeOf(url);
  if (isOther) enterAt(0);
}

/** Returns the current URL with changed query parameters; null or an empty text removes a parameter. */
export function withQuery(changes: Readonly<Record<string, string | null | undefined>>, from: Place = location.value): string {
  const query = new URLSearchParams(from.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  return hrefOf(from.path, query);
}

/**
 * Builds a URL of the inspector.
 * @param query parameters with empty values are omitted
 */
export function hrefOf(path: string, query: URLSearchParams | Readonly<Record<string, string | null | undefined>> = {}): string {
  const given = query instanceof URLSearchParams ? query : new URLSearchParams();
  if (!(query instanceof URLSearchParams)) {
    for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined && value !== '') given.set(name, value);
  }
  const text = given.toString();
  return text === '' ? path : `${path}?${text}`;
}

export function actorHref(id: string, query: Readonly<Record<string, string | null | undefined>> = {}): string {
  return hrefOf(`${HOME}/actors/${encodeURIComponent(id)}`, query);
}

export function actorsHref(query: Readonly<Record<string, string | null | undefined>> = {}): string {
  return hrefOf(`${HOME}/actors`, query);
}

type LinkProps = Omit<JSX.IntrinsicElements['a'], 'href'> & { readonly href: string; readonly children?: ComponentChildren };

/**
 * Anchor element for links inside the inspector. It has no click handler of its own: one handler for the whole page handles plain clicks,
 * so that middle click, "open in a new tab" and copying the URL work as usual.
 */
export function Link({ children, ...props }: LinkProps) {
  return h('a', props, children);
}

/** Starts handling clicks on the inspector's links, and the browser's back and forward buttons. Call once. */
export function startRouter(): void {
  history.scrollRestoration = 'manual';
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', () => {
    const place = placeOf(new URL(window.location.href));
    const isOther = place.path !== location.value.path;
    location.value = place;
    if (isOther) enterAt(scrollOf(history.state));
  });
  window.addEventListener('pagehide', keepScroll);
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  if (anchor === null || anchor.target !== '' || anchor.hasAttribute('download') || !anchor.hasAttribute('href')) return;
  const url = new URL(anchor.href);
  const isWithinPage = url.hash !== '' && url.pathname === window.location.pathname && url.search === window.location.search;
  if (!isOurs(url) || isWithinPage) return;
  event.preventDefault();
  navigate(url.href, { isReplaced: url.href === window.location.href });
}

function isOurs(url: URL): boolean {
  return url.origin === window.location.origin && (url.pathname === HOME || url.pathname.startsWith(`${HOME}/`));
}

function placeOf(url: URL): Place {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') : url.pathname;
  return { path, query: url.searchParams };
}

function keepScroll(): void {
  history.replaceState({ scroll: window.scrollY }, '');
}

function scrollOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'scroll' in state && typeof state.scroll === 'number' ? state.scroll : 0;
}

/** Maximum number of browser frames to wait until the page is long enough for the scroll position that is restored. */
const MOST_FRAMES = 90;

function enterAt(scroll: number): void {
  let frames = 0;
  const place = location.value;
  const tryIt = () => {
    if (location.value.path !== place.path) return;
    window.scrollTo(0, scroll);
    if (frames === 0) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    frames += 1;
    if (Math.abs(window.scrollY - scroll) > 1 && frames < MOST_FRAMES) requestAnimationFrame(tryIt);
  };
  requestAnimationFrame(tryIt);
}
