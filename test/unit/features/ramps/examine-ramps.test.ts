import { expect, test } from 'bun:test';
import { createCatalogues } from '../../../../src/features/ramps/catalogues.ts';
import { examineCatalogues, examineKeys, rampDetail, rampTrouble } from '../../../../src/features/ramps/examine-ramps.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { createCircuitBreaker } from '../../../../src/platform/http-client/circuit-breaker.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { NOW, smallCatalogue, stubRamp } from './ramp-bench.ts';

const clock = { now: () => NOW };
const DAY_MS = 24 * 3_600_000;
const refused = () => Promise.reject(new ProviderFailure('unauthorized', 'transak refuses our key (401).'));

test('the doctor says which providers are on, which settings the others need, and whose keys are refused', async () => {
  const providers = [
    stubRamp('banxa', { check: async () => undefined }),
    stubRamp('transak', { check: refused }),
    stubRamp('guardarian', {}, { isOff: true }),
  ];
  expect(await examineKeys(providers, null)).toEqual([
    { check: 'ramp banxa', isOk: true, message: 'the provider accepts the keys of this service' },
    {
      ...{ check: 'ramp transak', isOk: false },
      message: 'transak refuses our key (401). Check the keys of transak, and that this node can reach transak over the network.',
    },
    { check: 'ramp guardarian', isOk: true, message: 'off: A_KEY is not set' },
    {
      ...{ check: 'ramp webhooks', isOk: false },
      message: 'PUBLIC_URL is not set, so no provider can send webhooks, and orders are only polled. Set PUBLIC_URL to receive webhooks.',
    },
  ]);
  expect((await examineKeys(providers.slice(2), null)).every(({ isOk }) => isOk)).toBe(true);
});

test('the doctor says what is stored of a catalogue, and which new one was not accepted', async () => {
  let now = NOW;
  let next = smallCatalogue(10);
  const records = createMemoryRecordStore({ clock });
  const providers = [stubRamp('banxa', { catalogue: async () => next }), stubRamp('guardarian', {}, { isOff: true })];
  const moving = { now: () => now };
  const examined = async () => {
    const catalogues = createCatalogues({ records, providers, clock: moving, timers: systemTimers, log: silentLog });
    return (await examineCatalogues(providers, catalogues, moving)).map(({ isOk, message }) => [isOk, message]);
  };
  expect(await examined()).toEqual([[true, 'the catalogue was not fetched yet; the first request for offers fetches it']]);
  const catalogues = createCatalogues({ records, providers, clock: moving, timers: systemTimers, log: silentLog });
  await catalogues.refresh('banxa');
  expect(await examined()).toEqual([[true, '10 coins, of which 9 match no token of this service']]);
  now += 2 * DAY_MS;
  expect(await examined()).toEqual([[false, "The provider's catalogue is 2 days old. No node has refreshed it."]]);
  next = smallCatalogue(2);
  await catalogues.refresh('banxa');
  expect(await examined()).toEqual([
    [
      false,
      'A new catalogue was not accepted: The catalogue has only 2 coins; the last accepted catalogue had 10. The last accepted catalogue is still used. ' +
        'To accept the new one: npx coxswain ramps accept banxa',
    ],
  ]);
});

test('readiness names the providers that do not answer', async () => {
  const breaker = createCircuitBreaker('transak', clock, { failures: 1, openMs: 1_000 });
  const providers = [{ ...stubRamp('transak'), breaker }, stubRamp('banxa', {}, { isOff: true })];
  expect(rampTrouble(providers)).toBeNull();
  expect(rampDetail(providers)).toBe('Off, because their keys are not set: banxa.');
  await breaker.run(() => Promise.reject(new ProviderFailure('timeout', 'It did not answer.'))).catch(() => undefined);
  expect(rampTrouble(providers)).toBe('Ramp providers that do not answer: transak.');
});

test('a provider that is paused after its rate limit is named with the end of its pause', async () => {
  const limited = () => Promise.reject(new ProviderFailure('rate-limited', 'banxa refuses requests because of its rate limit.'));
  const providers = [{ ...stubRamp('banxa', { check: limited }), pausedUntilMs: () => NOW + 60_000 }, stubRamp('transak')];
  expect(rampDetail(providers)).toBe('Paused, because their rate limit was reached: banxa until 2026-11-30T08:01:00.000Z.');
  expect(rampDetail(providers.slice(1))).toBeNull();
  expect(await examineKeys(providers.slice(0, 1), 'https://api.example.org')).toEqual([
    {
      ...{ check: 'ramp banxa', isOk: false },
      message:
        'banxa refuses requests because of its rate limit until 2026-11-30T08:01:00.000Z. Its keys were not checked. Check again later.',
    },
  ]);
});
