import { signal } from '@preact/signals';

/**
 * Signal that is true while the page is visible. While the page is hidden, it neither follows the live feed nor reads data at intervals.
 */
export const isVisible = signal(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => {
  isVisible.value = document.visibilityState === 'visible';
});
