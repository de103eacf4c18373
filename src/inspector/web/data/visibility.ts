import { signal } from '@preact/signals';

/** Whether the page is visible. Costly work stops while it is not. */
export const isVisible = signal(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => {
  isVisible.value = document.visibilityState === 'visible';
});
