import { effect, signal } from '@preact/signals';
import { isVisible } from '../data/visibility.ts';

/** The present in UTC ms, told each second while the page is seen: one timer for every countdown. Not for measuring. */
export const now = signal(Date.now());

effect(() => {
  if (!isVisible.value) return;
  now.value = Date.now();
  const timer = setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  return () => clearInterval(timer);
});
