import { afterAll, describe, expect, test } from 'bun:test';
import { ANSWERED_WITH } from '../../../src/features/ramps/ramp-failures.ts';
import { ProviderFailure, type ProviderFailureReason } from '../../../src/platform/http-client/provider-failure.ts';
import { startReplayServer } from '../providers/replay-server.ts';
import { adapterOf, loadRamps } from './load-ramps.ts';

const server = startReplayServer();
afterAll(() => server[Symbol.dispose]());

/** What a provider answers to a request for an offer, what we take it for, and the HTTP status that our own client gets. */
const TABLE: readonly {
  readonly title: string;
  readonly status: number;
  readonly body: string;
  readonly is: ProviderFailureReason;
  readonly answered: 422 | 502;
}[] = [
  { title: 'a refusal without a reason', status: 400, body: '{}', is: 'rejected', answered: 422 },
  { title: 'a refusal in HTML', status: 400, body: '<html>Bad request</html>', is: 'rejected', answered: 422 },
  { title: 'an entity that cannot be processed', status: 422, body: '{}', is: 'rejected', answered: 422 },
  { title: 'a wrong key', status: 401, body: '{}', is: 'unauthorized', answered: 502 },
  { title: 'a key without the right', status: 403, body: '{}', is: 'unauthorized', answered: 502 },
  { title: 'a firewall', status: 403, body: '<html>Just a moment...</html>', is: 'unavailable', answered: 502 },
  { title: 'too many requests', status: 429, body: '{}', is: 'rate-limited', answered: 502 },
  { title: 'an internal error', status: 500, body: '{}', is: 'unavailable', answered: 502 },
  { title: 'an internal error that speaks of minimums', status: 500, body: '{"message":"minimum"}', is: 'unavailable', answered: 502 },
  { title: 'a gateway without its service', status: 502, body: '', is: 'unavailable', answered: 502 },
  { title: 'maintenance', status: 503, body: '<html>Maintenance</html>', is: 'unavailable', answered: 502 },
  { title: 'a gateway that waited too long', status: 504, body: '', is: 'unavailable', answered: 502 },
  { title: 'a page with status 200', status: 200, body: '<html></html>', is: 'malformed-reply', answered: 502 },
];

for (const fixture of await loadRamps()) {
  describe(fixture.name, () => {
    test.each(TABLE)('$title ($status) is $is', async ({ status, body, is, answered }) => {
      const [scenario] = fixture.offers;
      if (scenario === undefined) throw new TypeError('A fixture has an offer');
      server.answer({ status, body });
      const failure = await adapterOf(fixture, server.baseUrl)
        .offer(scenario.request, new AbortController().signal)
        .catch((error: unknown) => error);
      if (!(failure instanceof ProviderFailure)) throw new Error('The provider made an offer', { cause: failure });
      expect([failure.reason, ANSWERED_WITH[failure.reason]]).toEqual([is, answered]);
    });

    test('what it does not offer, and an amount that it does not accept, are refusals of the request', () => {
      for (const { reason } of fixture.refusals)
        if (reason === 'unsupported' || reason === 'amount-out-of-range') expect(ANSWERED_WITH[reason]).toBe(422);
      expect(fixture.refusals.map(({ reason }) => reason)).toContain('unsupported');
      expect(fixture.refusals.map(({ reason }) => reason)).toContain('amount-out-of-range');
    });
  });
}
