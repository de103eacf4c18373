import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { RampOffers } from './create-offers.ts';
import type { OfferInput } from './offer.ts';
import type { RampCheckout, RampCoin, RampName, RampTerms } from './ramp-provider.ts';
import type { References, StoredReference } from './references.ts';
import { type RegisteredRamp, rampOf } from './registry.ts';

export type AssignInput = OfferInput & { readonly wallet: StoredReference['wallet'] };

export type CheckoutInput = AssignInput & {
  /**
   * The reference (the id that connects an order with its provider's data) that an earlier request has assigned to the order; null when a
   * new reference is to be assigned.
   */
  readonly reference: string | null;
  readonly redirectUrl: string | null;
  readonly clientAddress: string | null;
};

export type OpenedCheckout = { readonly terms: StoredReference; readonly checkout: RampCheckout };

export type Checkouts = {
  /**
   * Assigns a reference (an id that the provider repeats in its webhooks) for an order. @throws ProviderFailure `unsupported` when the
   * provider's catalogue does not contain the coin, the currency or the method
   */
  assign(provider: RampName, input: AssignInput): Promise<StoredReference>;
  /**
   * Opens the provider's checkout for an order.
   * @throws ProviderFailure; TerminalError `ramp-off`, `reference-not-found`; InvalidInputError when the reference is bound to other terms
   */
  open(provider: RampName, input: CheckoutInput, signal: AbortSignal): Promise<OpenedCheckout>;
};

/**
 * Creates the assignment of references and the opening of checkouts.
 * @param onOpened called after a checkout was opened, with the provider's order id if it has one
 */
export function createCheckouts(deps: {
  readonly providers: readonly RegisteredRamp[];
  readonly offers: Pick<RampOffers, 'resolve'>;
  readonly references: References;
  readonly publicUrl: string | null;
  readonly onOpened: (opened: OpenedCheckout) => Promise<void>;
}): Checkouts {
  const { providers, offers, references, publicUrl, onOpened } = deps;

  const assign: Checkouts['assign'] = async (name, input) => {
    return references.assign(termsOf(name, input, await offers.resolve(rampOf(providers, name), input)));
  };

  return {
    assign,
    async open(name, input, signal) {
      const ramp = rampOf(providers, name);
      const resolved = await offers.resolve(ramp, input);
      const given = termsOf(name, input, resolved);
      // A new reference gets its order only after the provider has opened the checkout, so that a refused checkout leaves no order. If the
      // process dies in between, the provider's first webhook creates the order.
      const terms = input.reference === null ? await references.reserve(given) : await references.find(name, input.reference);
      requireBound(terms, given);
      const { redirectUrl, clientAddress } = input;
      const webhookUrl = publicUrl === null ? null : webhookUrlOf(publicUrl, name);
      const checkout = await ramp.call(
        'checkout',
        (provider, own) => provider.checkout({ ...resolved, terms, redirectUrl, webhookUrl, clientAddress }, own),
        { signal },
      );
      await onOpened({ terms, checkout });
      return { terms, checkout };
    },
  };
}

/** Returns the URL of this service at which a provider's webhooks arrive. */
export function webhookUrlOf(publicUrl: string, provider: RampName): string {
  return `${publicUrl}/defi/${provider}/webhook`;
}

/** Returns the URL of this service at which a provider's webhooks arrive. @throws TerminalError `public-url-not-set` (503) */
export function requiredWebhookUrl(publicUrl: string | null, provider: RampName): string {
  if (publicUrl !== null) return webhookUrlOf(publicUrl, provider);
  throw new TerminalError({
    code: 'public-url-not-set',
    message:
      'PUBLIC_URL is not set, so the providers cannot be told where to send webhooks. Set PUBLIC_URL to register webhooks. Without webhooks, this service polls the orders.',
    status: 503,
  });
}

function termsOf(
  provider: RampName,
  { side, wallet, fiat, amount, amountOf }: AssignInput,
  { coin }: { readonly coin: RampCoin },
): Omit<RampTerms, 'reference'> {
  const { code: crypto, network, chainId, address: token } = coin;
  return { provider, side, wallet, crypto, network, chainId, token, fiat, amount, amountOf };
}

function requireBound(terms: StoredReference, given: Omit<RampTerms, 'reference'>): void {
  const names = ['side', 'wallet', 'fiat', 'crypto', 'network', 'amount', 'amountOf'] as const;
  const different = names.filter((name) => terms[name] !== given[name]);
  if (different.length === 0) return;
  throw new InvalidInputError(
    different.map((name) => ({
      path: `body.${name}`,
      code: 'bound',
      message: `The reference was assigned with ${name} ${terms[name]}. Use the same ${name}, or assign a new reference.`,
    })),
  );
}
