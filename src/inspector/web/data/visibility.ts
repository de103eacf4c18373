import { signal } from '@preact/signals';

/** Whether the page is visible. Work that costs anything stops while it is not. */
export const isVisible = signal(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => {
  isVisible.value = document.visibilityState === 'visible';
});
