import { signal } from '@preact/signals';

/** Whether anybody can see the page. What costs anything stops while it is false. */
export const isVisible = signal(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => {
  isVisible.value = document.visibilityState === 'visible';
});
