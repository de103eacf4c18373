import { effect, signal } from '@preact/signals';
import { isVisible } from '../data/visibility.ts';

/** The current time in UTC ms, updated each second while the page is visible: one timer for all countdowns. Not suitable for measuring. */
export const now = signal(Date.now());

effect(() => {
  if (!isVisible.value) return;
  now.value = Date.now();
  const timer = setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  return () => clearInterval(timer);
});
