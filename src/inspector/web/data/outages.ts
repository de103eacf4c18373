import { signal } from '@preact/signals';

/**
 * The names of the current outages, joined by commas. The text changes when an outage begins or ends; an actor's page then reads again why
 * the actor waits.
 */
export const outageNames = signal('');

export function noteOutages(outages: readonly { readonly name: string }[]): void {
  outageNames.value = outages.map(({ name }) => name).join(', ');
}
