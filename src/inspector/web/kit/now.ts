import { effect, signal } from '@preact/signals';
import { isVisible } from '../data/visibility.ts';

/**
 * Signal with the current time in UTC ms, updated each second while the page is visible. One timer serves all countdowns. Not suitable for
 * measuring durations.
 */
export const now = signal(Date.now());

effect(() => {
  if (!isVisible.value) return;
  now.value = Date.now();
  const timer = setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  return () => clearInterval(timer);
});
