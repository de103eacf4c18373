import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { RampArrival, RampOrderReading, RampReport } from '../../../values/ramp-order.ts';
import type { RampOrderReport } from '../ramp-provider.ts';
import { type RegisteredRamp, rampOf } from '../registry.ts';
import type { ReadArrival } from './read-arrival.ts';

export type AskProvider = (
  order: RampOrderReading,
  signal: AbortSignal,
) => Promise<{ readonly report: RampReport | null; readonly arrival: RampArrival | null }>;

const MOST_TEXT = 300;
/** The most words of providers that are remembered as logged. */
const MOST_WORDS = 500;

/**
 * Asks a provider for an order's status. Only a report that is about our order counts: it repeats our reference, or it is about an id that
 * the provider itself gave us.
 */
export function createAskProvider(deps: {
  readonly ramps: readonly RegisteredRamp[];
  readonly readArrival: ReadArrival;
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

  return async (order, signal) => {
    const { provider, reference, side } = order.terms;
    const ramp = rampOf(ramps, provider);
    const orderId = order.orderId ?? order.namedOrderId;
    const canFind = ramp.traits.findsBy.includes(orderId === null ? 'reference' : 'order-id');
    const query = canFind ? { reference, orderId, side } : { reference, orderId: null, side };
    const found = await ramp.call('order', (own, within) => own.order(query, within), { signal });
    if (found === null) return { report: null, arrival: null };
    if (!isOurs(order, found)) {
      // Anybody can name any order in a webhook that is not signed. Such an order counts as not found.
      if (order.orderId === null) return { report: null, arrival: null };
      throw new ProviderFailure('mismatched-reply', `${provider} reported an order with another reference than ours.`);
    }
    noteWord(found, provider);
    const report = reportOf(found);
    const arrival = found.status === 'completed' ? await readArrival(order.terms, report) : null;
    return { report, arrival };
  };
}

function isOurs({ terms, orderId }: RampOrderReading, found: RampOrderReport): boolean {
  if (found.reference !== null) return found.reference === terms.reference;
  return orderId !== null && found.orderId === orderId;
}

/** The part of a report that an order stores. Texts of a provider are cut, because its record must stay small. */
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
