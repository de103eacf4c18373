import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { RampArrival, RampOrderReading, RampReport } from '../../../values/ramp-order.ts';
import type { RampOrderReport } from '../ramp-provider.ts';
import { type RegisteredRamp, rampOf } from '../registry.ts';
import type { LookForArrival } from './read-arrival.ts';

export type AskProvider = (
  order: RampOrderReading,
  signal: AbortSignal,
) => Promise<{ readonly report: RampReport | null; readonly arrival: RampArrival | null }>;

const MOST_TEXT = 300;
/** Maximum number of unknown status words of providers that a node remembers, so that it logs each of them only once. */
const MOST_WORDS = 500;

/**
 * Creates the function that asks a provider for an order's status. The provider's report counts only if it is about this order: it repeats
 * the order's reference, or has the order id that the provider itself has assigned.
 */
export function createAskProvider(deps: {
  readonly ramps: readonly RegisteredRamp[];
  readonly readArrival: LookForArrival;
  readonly log: Log;
}): AskProvider {
  const { ramps, readArrival, log } = deps;
  const logged = new Set<string>();

  const noteWord = ({ providerStatus, status }: RampOrderReport, provider: string) => {
    const key = `${provider}/${providerStatus.slice(0, MOST_TEXT)}`;
    if (status !== 'unknown' || logged.has(key) || logged.size >= MOST_WORDS) return;
    logged.add(key);
    log.warn('A ramp provider reports a status that this service does not know', { provider, word: providerStatus.slice(0, MOST_TEXT) });
  };

  /**
   * Returns the provider's order with the order id `asked` or, if that is null, with this service's reference. Returns null when the
   * provider has no such order, or the order is not the one of this service.
   */
  const find = async ({ terms, orderId }: RampOrderReading, asked: string | null, signal: AbortSignal): Promise<RampOrderReport | null> => {
    const { provider, reference, side } = terms;
    const ramp = rampOf(ramps, provider);
    if (asked === null && !ramp.traits.findsBy.includes('reference')) return null;
    const query = { reference, orderId: ramp.traits.findsBy.includes('order-id') ? asked : null, side };
    const found = await ramp.call('order', (own, within) => own.order(query, within), { signal });
    if (found === null) return null;
    if (found.reference === null ? orderId !== null && found.orderId === orderId : found.reference === reference) return found;
    // The order that the provider has found is not ours. A webhook that is not signed can name any order, so such an order counts as not
    // found.
    if (asked !== orderId || orderId === null) return null;
    throw new ProviderFailure(
      'mismatched-reply',
      `${provider} reported an order whose reference differs from the reference of this order.`,
    );
  };

  return async (order, signal) => {
    const { terms, orderId, namedOrderId } = order;
    // If a webhook has named another order id under our reference, the person may have begun a new order at the provider.
    const named = namedOrderId === null ? null : await find(order, namedOrderId, signal);
    const found = named ?? (await find(order, orderId, signal));
    if (found === null) return { report: null, arrival: null };
    noteWord(found, terms.provider);
    const report = reportOf(found);
    const arrival = found.status === 'completed' ? await readArrival(terms, report) : null;
    return { report, arrival };
  };
}

/** Builds the part of a report that an order stores. Texts of the provider are truncated, because the order's record must stay small. */
function reportOf(found: RampOrderReport): RampReport {
  const { status, fiatAmount, cryptoAmount, refundedAmount } = found;
  return {
    ...{ status, fiatAmount, cryptoAmount, refundedAmount },
    orderId: cut(found.orderId),
    providerStatus: found.providerStatus.slice(0, MOST_TEXT),
    destination: cut(found.destination),
    transactionHash: cut(found.transactionHash),
    message: cut(found.message),
  };
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, MOST_TEXT);
}
