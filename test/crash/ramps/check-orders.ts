import type { RampStatus } from '../../../src/values/ramp-status.ts';
import type { StoredOrder } from './commands.ts';

/** An order as the campaign knows it. */
export type FollowedOrder = {
  readonly reference: string;
  readonly provider: string;
  /** What happened to it at the provider, in order. */
  readonly story: readonly RampStatus[];
  readonly orderId: string;
};

/**
 * Compares an order with its provider's: the same status and id, and one notification for each change of which its wallet has to be told.
 * A change that happened while nobody asked may be missing; what never happened must not be told.
 */
export function checkOrder({ reference, provider, story, orderId }: FollowedOrder, stored: StoredOrder | null): readonly string[] {
  const name = `${reference} at ${provider}`;
  if (stored === null) return [`${name} was assigned, and does not exist`];
  const { status, changes, told } = stored;
  const problems: string[] = [];
  const last = story.at(-1);
  if (status !== last) problems.push(`${name} is ${status}, and the provider says ${last}`);
  if (stored.orderId !== orderId) problems.push(`${name} has the id ${stored.orderId}, and the provider calls it ${orderId}`);
  if (!isSame(changes, told)) problems.push(`${name} changed to ${changes.join(', ')}, and its wallet was told ${told.join(', ')}`);
  for (const one of new Set(told)) {
    const often = story.filter((each) => each === one).length;
    const count = told.filter((each) => each === one).length;
    if (count > often) problems.push(`${name} was told "${one}" ${count} times, and that happened ${often} times`);
  }
  return problems;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());
}
