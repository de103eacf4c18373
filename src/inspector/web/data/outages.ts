import { signal } from '@preact/signals';

/** The names of the current outages. It changes when an outage begins or ends, so that explanations are read again. */
export const outageNames = signal('');

export function noteOutages(outages: readonly { readonly name: string }[]): void {
  outageNames.value = outages.map(({ name }) => name).join(', ');
}
