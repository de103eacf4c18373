import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { Clock } from '../../values/clock.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { isoOf } from '../../values/iso-time.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { Catalogues } from './catalogue-port.ts';
import type { RegisteredRamp } from './registry.ts';

/** Reports which ramp providers are on and which settings the others lack, and sends a harmless request to each provider that is on. */
export async function examineKeys(providers: readonly RegisteredRamp[], publicUrl: string | null): Promise<readonly Finding[]> {
  const findings = await Promise.all(
    providers.map(async ({ traits, missing, provider, call, pausedUntilMs }): Promise<Finding> => {
      const check = `ramp ${traits.name}`;
      if (provider === null) return ok(check, `off: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`);
      const todo = `Check the keys of ${traits.title}, and that this node can reach ${traits.title} over the network.`;
      return await looked(check, todo, async () => {
        try {
          await call('check', (own, signal) => own.check(signal));
          return ok(check, 'the provider accepts the keys of this service');
        } catch (error) {
          if (!(error instanceof ProviderFailure) || error.reason !== 'rate-limited') throw error;
          const untilMs = pausedUntilMs();
          const until = untilMs === null ? '' : ` until ${isoOf(untilMs)}`;
          return wrong(
            check,
            `${traits.title} refuses requests because of its rate limit${until}. Its keys were not checked. Check again later.`,
          );
        }
      });
    }),
  );
  const isAnyOn = providers.some(({ provider }) => provider !== null);
  if (!isAnyOn || publicUrl !== null) return findings;
  return [
    ...findings,
    wrong(
      'ramp webhooks',
      'PUBLIC_URL is not set, so no provider can send webhooks, and orders are only polled. Set PUBLIC_URL to receive webhooks.',
    ),
  ];
}

/** Reports how old the catalogues of the ramp providers are, and which fetched catalogues were not accepted. */
export async function examineCatalogues(
  providers: readonly RegisteredRamp[],
  catalogues: Pick<Catalogues, 'read' | 'doubted'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  const on = providers.filter(({ provider }) => provider !== null);
  return await Promise.all(
    on.map(async ({ traits: { name } }) => {
      const check = `ramp ${name} catalogue`;
      const { coins, fetchedAtMs, problem } = await catalogues.read(name);
      const doubted = await catalogues.doubted(name);
      if (doubted !== null)
        return wrong(
          check,
          `A new catalogue was not accepted: ${doubted.reason} The last accepted catalogue is still used. To accept the new one: ` +
            `npx coxswain ramps accept ${name}`,
        );
      if (fetchedAtMs === null) return ok(check, 'the catalogue was not fetched yet; the first request for offers fetches it');
      const days = Math.floor((clock.now() - fetchedAtMs) / DAY_MS);
      if (days >= 2) return wrong(check, `The provider's catalogue is ${days} days old. ${problem ?? 'No node has refreshed it.'}`);
      const unmapped = coins.filter((coin) => coin.unmapped !== null).length;
      return ok(check, `${coins.length} coins, of which ${unmapped} match no token of this service`);
    }),
  );
}

/** Describes which ramp providers do not work, for `/api/ready`; null when all configured providers work. */
export function rampTrouble(providers: readonly RegisteredRamp[]): string | null {
  const failing = providers.filter(({ provider, breaker }) => provider !== null && breaker.openForMs() !== null);
  return failing.length === 0 ? null : `Ramp providers that do not answer: ${failing.map(({ traits }) => traits.name).join(', ')}.`;
}

/** Names the providers that are off, and those that are paused after their rate limit, for `/api/ready`; null when there are none. */
export function rampDetail(providers: readonly RegisteredRamp[]): string | null {
  const off = providers.filter(({ provider }) => provider === null).map(({ traits }) => traits.name);
  const paused = providers.flatMap(({ traits, pausedUntilMs }) => {
    const untilMs = pausedUntilMs();
    return untilMs === null ? [] : [`${traits.name} until ${isoOf(untilMs)}`];
  });
  const sentences = [
    ...(off.length === 0 ? [] : [`Off, because their keys are not set: ${off.join(', ')}.`]),
    ...(paused.length === 0 ? [] : [`Paused, because their rate limit was reached: ${paused.join(', ')}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
