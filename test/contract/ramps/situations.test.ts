import { describe, expect, test } from 'bun:test';
import type { RampName } from '../../../src/features/ramps/ramp-provider.ts';
import { compareDecimals } from '../../../src/values/exact-decimals.ts';
import { exactJsonText } from '../../../src/values/exact-json.ts';
import { loadRamps } from './load-ramps.ts';
import type { CatalogueScenario, OfferScenario, OrderScenario, RampFixture, RampRefusal } from './ramp-fixture.ts';

type Scenario = CatalogueScenario | OfferScenario | RampRefusal | OrderScenario;

/** A kind of situation that the recordings of every provider must contain. */
type Kind = {
  readonly kind: string;
  /**
   * Whether a recorded scenario is of this kind. `sent` is everything that the provider answers in it, and `ordered` the amount of money of
   * the provider's recorded orders.
   */
  readonly isOfKind: (scenario: Scenario, sent: string, ordered: string) => boolean;
  /** For each provider: the title of the scenario, or the reason why its API has no such answer. */
  readonly recorded: Readonly<Record<RampName, string | { readonly title: string; readonly because: string }>>;
};

const reasonOf = (scenario: Scenario) => ('reason' in scenario ? scenario.reason : null);
const reportOf = (scenario: Scenario) => ('query' in scenario ? scenario.expected : null);
const repliesOf = ({ exchanges }: Scenario) => exchanges.map(({ reply }) => reply);
const isOffer = (scenario: Scenario) => 'request' in scenario && !('reason' in scenario);
const AMOUNT = '"[A-Za-z_]*(?:amount|quantity|value|min|max)[A-Za-z_]*":';

const KINDS: readonly Kind[] = [
  {
    kind: 'an offer',
    isOfKind: isOffer,
    recorded: {
      'onramp-money': 'a purchase, in numbers',
      guardarian: 'a purchase, in text',
      'alchemy-pay': 'a purchase: what is received is stated, fees as text',
      transak: 'a purchase, in numbers',
      banxa: 'a purchase, in text',
    },
  },
  {
    kind: 'below the minimum',
    isOfKind: (scenario) => reasonOf(scenario) === 'amount-out-of-range' && 'limits' in scenario && scenario.limits?.min !== undefined,
    recorded: {
      'onramp-money': 'below the minimum of a coin on a network',
      guardarian: 'below the minimum: the provider is asked for the range',
      'alchemy-pay': 'below the minimum',
      transak: 'below the minimum',
      banxa: 'below the minimum',
    },
  },
  {
    kind: 'an unsupported country',
    isOfKind: (scenario) => reasonOf(scenario) === 'unsupported' || ('unsupported' in scenario && scenario.unsupported.length > 0),
    recorded: {
      'onramp-money': {
        title: 'ids as text and as numbers, an empty map as a list, sides by currency',
        because:
          'its requests for offers name no country, so a country is refused by its currency, which the catalogue does not list as active',
      },
      guardarian: 'an unsupported country',
      'alchemy-pay': 'an unsupported country',
      transak: 'an unsupported country',
      banxa: 'an unsupported country',
    },
  },
  {
    kind: 'a web page during maintenance',
    isOfKind: (scenario) =>
      reasonOf(scenario) === 'unavailable' &&
      repliesOf(scenario).some(({ page, status = 0 }) => page?.includes('<html>') && status === 503),
    recorded: everywhere('maintenance, as a web page'),
  },
  {
    kind: 'status 429 with Retry-After',
    isOfKind: (scenario) =>
      'retryAfterMs' in scenario &&
      scenario.retryAfterMs === 30_000 &&
      repliesOf(scenario).some(({ status, headers }) => status === 429 && headers?.['retry-after'] === '30'),
    recorded: everywhere('too many requests, with Retry-After'),
  },
  {
    kind: 'an amount as text',
    isOfKind: (_scenario, sent) => new RegExp(`${AMOUNT}"[0-9.]+"`, 'i').test(sent),
    recorded: {
      'onramp-money': 'a purchase in text, and with an exponent',
      guardarian: 'a purchase, in text',
      'alchemy-pay': 'a purchase: what is received is stated, fees as text',
      transak: 'a purchase in text and with an exponent',
      banxa: 'a purchase, in text',
    },
  },
  {
    kind: 'an amount as a number',
    isOfKind: (_scenario, sent) => new RegExp(`${AMOUNT}[0-9.]+[,}]`, 'i').test(sent),
    recorded: {
      'onramp-money': 'a purchase, in numbers',
      guardarian: 'a sale',
      'alchemy-pay': 'a number with more digits than a double holds keeps them',
      transak: 'a purchase, in numbers',
      banxa: 'a purchase under `data`, in numbers, one with an exponent',
    },
  },
  {
    kind: 'an amount with an exponent',
    isOfKind: (_scenario, sent) => /:[0-9.]+e[+-]?[0-9]+[,}]/i.test(sent),
    recorded: {
      'onramp-money': 'a purchase in text, and with an exponent',
      guardarian: 'a purchase with a number that has an exponent',
      'alchemy-pay': 'numbers with an exponent keep their value',
      transak: 'a purchase in text and with an exponent',
      banxa: 'a purchase under `data`, in numbers, one with an exponent',
    },
  },
  {
    kind: 'an empty map as an array',
    isOfKind: (_scenario, sent) => sent.includes(':[]'),
    recorded: {
      'onramp-money': 'ids as text and as numbers, an empty map as a list, sides by currency',
      guardarian: 'a purchase with a number that has an exponent',
      'alchemy-pay': 'an empty list in place of the offer',
      transak: 'an empty list in place of the error',
      banxa: 'an empty map as a list; a side missing; a list under `data`',
    },
  },
  {
    kind: 'a status that this service does not know',
    isOfKind: (scenario) => reportOf(scenario)?.status === 'unknown',
    recorded: {
      'onramp-money': '99 of a purchase is unknown',
      guardarian: 'a-new-word is unknown',
      'alchemy-pay': 'SOMETHING_NEW is unknown',
      transak: 'A_NEW_WORD is unknown',
      banxa: 'aNewWord is unknown',
    },
  },
  {
    kind: 'a partial refund',
    isOfKind: (scenario, sent, ordered) => {
      const report = reportOf(scenario);
      const isPartlyRefunded = report?.status === 'refunded' && typeof report.refundedAmount === 'string' && sent.includes(ordered);
      const { status, fiatAmount = null } = report ?? {};
      return isPartlyRefunded || (status === 'completed' && fiatAmount !== null && compareDecimals(fiatAmount, ordered) < 0);
    },
    recorded: {
      'onramp-money': {
        title: '15 of a purchase that delivered less than was ordered',
        because: 'none of its documented statuses is a refund, so the rest of an order shows only in the smaller amount',
      },
      guardarian: 'refunded in part',
      'alchemy-pay': 'refunded in part',
      transak: {
        title: 'completed, with less than was ordered',
        because: 'its documented orders state no refunded amount, so a part that was given back shows only in the smaller amount',
      },
      banxa: {
        title: 'complete, with less than was ordered',
        because: 'its documented orders state no refunded amount, so a part that was given back shows only in the smaller amount',
      },
    },
  },
];

const fixtures = await loadRamps();

for (const { kind, isOfKind, recorded } of KINDS) {
  describe(kind, () => {
    test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('is recorded for %s', (name, fixture) => {
      const found = Object.entries(recorded).find(([provider]) => provider === name)?.[1];
      const title = typeof found === 'object' ? found.title : found;
      const scenarios = scenariosOf(fixture).filter((scenario) => scenario.title === title);
      expect([title, scenarios.length]).toEqual([title, 1]);
      for (const scenario of scenarios) {
        const sent = scenario.exchanges.map(({ reply }) => exactJsonText(reply.body)).join('\n');
        expect(`${title}: ${isOfKind(scenario, sent, fixture.offers[0]?.request.amount ?? '')}`).toBe(`${title}: true`);
      }
    });
  });
}

function scenariosOf({ catalogues, offers, refusals, orders }: RampFixture): readonly Scenario[] {
  return [...catalogues, ...offers, ...refusals, ...orders];
}

function everywhere(title: string): Kind['recorded'] {
  return { 'onramp-money': title, guardarian: title, 'alchemy-pay': title, transak: title, banxa: title };
}
