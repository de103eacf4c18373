import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { readStored, writeStored } from '../data/stored.ts';

/** A keyboard shortcut: `does` is called with the key event; `what` describes the shortcut in the help dialog. */
export type KeyBinding = { readonly does: (event: KeyboardEvent) => void; readonly what: string };
/**
 * Keyboard shortcuts by key in the notation of `KeyboardEvent.key` (`j`, `/`, `ArrowDown`, `Enter`), or by two keys pressed one after the
 * other: `g o`.
 */
export type KeyBindings = Readonly<Record<string, KeyBinding>>;

/** Heading in the help dialog for the shortcuts that work on every page. */
export const EVERYWHERE = 'Everywhere';

type Layer = { readonly title: string; bindings: KeyBindings };

/** The active groups of shortcuts. A page's shortcuts take precedence over those of the frame around it. */
const layers: Layer[] = [];

const STORED = 'keys';
/** Signal that is true while single-key shortcuts work. People who type by voice can turn them off (WCAG 2.1.4). */
export const areKeysOn = signal(readStored(STORED) !== 'off');

export function turnKeys(isOn: boolean): void {
  areKeysOn.value = isOn;
  writeStored(STORED, isOn ? 'on' : 'off');
}

/** Activates keyboard shortcuts while the component is shown. No shortcut works while the user types or a dialog is open. */
export function useKeys(bindings: KeyBindings, title = 'This page'): void {
  const layer = useRef<Layer>({ title, bindings });
  layer.current.bindings = bindings;
  useEffect(() => {
    const own = layer.current;
    layers.unshift(own);
    return () => {
      layers.splice(layers.indexOf(own), 1);
    };
  }, []);
}

export type KeyGroup = { readonly title: string; readonly keys: { readonly key: string; readonly what: string }[] };

/**
 * Returns the currently active shortcuts for the help dialog; the shortcuts of the current page come before those that work on every page.
 */
export function keysInUse(): readonly KeyGroup[] {
  const groups = new Map<string, KeyGroup>();
  // Shortcuts that work on every page are listed after those of the current page.
  for (const { title, bindings } of [...layers].sort((a, b) => Number(a.title === EVERYWHERE) - Number(b.title === EVERYWHERE))) {
    const group = groups.get(title) ?? { title, keys: [] };
    for (const [key, { what }] of Object.entries(bindings)) group.keys.push({ key, what });
    groups.set(title, group);
  }
  return [...groups.values()];
}

/** Maximum time between the keys of a two-key shortcut, in milliseconds. */
const PAIR_MS = 1_200;
let first: { readonly key: string; readonly atMs: number } | null = null;

/** Starts listening to the keyboard. Call once. */
export function startKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (!areKeysOn.value || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    // On a link or a button, Enter and space keep their normal effect and trigger no shortcut.
    if ((event.key === 'Enter' || event.key === ' ') && event.target instanceof Element && event.target.closest('a, button, summary'))
      return;
    const pair = first !== null && event.timeStamp - first.atMs < PAIR_MS ? `${first.key} ${event.key}` : null;
    first = null;
    const binding = (pair === null ? undefined : bindingOf(pair)) ?? bindingOf(event.key);
    if (binding !== undefined) {
      event.preventDefault();
      binding.does(event);
    } else if (layers.some(({ bindings }) => Object.keys(bindings).some((key) => key.startsWith(`${event.key} `)))) {
      first = { key: event.key, atMs: event.timeStamp };
    }
  });
}

function bindingOf(key: string): KeyBinding | undefined {
  for (const { bindings } of layers) {
    if (Object.hasOwn(bindings, key)) return bindings[key];
  }
  return undefined;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type);
}
