import { effect, signal } from '@preact/signals';
import { readStored, writeStored } from '../data/stored.ts';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

export const theme = signal<Theme>(ORDER.find((each) => each === readStored(STORED)) ?? 'system');

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? 'system';
  writeStored(STORED, theme.value);
}

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
