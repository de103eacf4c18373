import { expect, test } from 'bun:test';
import type { BodyOf, DataOf, FrameOf, ListPath, SignedPath, StreamPath } from '../../../src/client/api-shapes.ts';
import { type Coxswain, createCoxswain, type DcaRecord, type Quote } from '../../../src/client/coxswain.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(value: T): void => expect<boolean>(value).toBe(true);

test('payloads are typed without their envelope, and routes by what they are', () => {
  holds<Same<DataOf<'/health', 'get'>, { ok: boolean }>>(true);
  holds<Same<DcaRecord['status'], 'pending' | 'success' | 'active' | 'completed' | 'cancelled' | 'failed'>>(true);
  holds<Same<DataOf<'/defi/squid/tokens', 'get'>, unknown>>(true);
  holds<Same<BodyOf<'/defi/create-position', 'post'>['chainId'], { chainId: number | string } | undefined>>(true);
  holds<Same<FrameOf<'/defi/quotes'>, Quote>>(true);
  type Streams =
    | '/defi/quotes'
    | '/defi/autopilot/backtest'
    | '/defi/autopilot/backtest/report'
    | '/defi/autopilot/backtest/sweep'
    | '/operator/feed'
    | '/operator/inspect'
    | '/operator/bulk'
    | '/user/events'
    | '/v1/assistant/message/stream';
  holds<Same<StreamPath, Streams>>(true);
  const lists: ListPath[] = ['/defi/txn/{walletAddress}', '/v1/notifications'];
  const signed: SignedPath[] = ['/defi/autopilot/create', '/defi/save-sca'];
  expect([...lists, ...signed]).toHaveLength(4);
});

test('a call with a missing or unknown part does not compile', () => {
  const calls = (coxswain: Coxswain) => [
    // @ts-expect-error: the query is required
    coxswain.get('/defi/get-position'),
    // @ts-expect-error: no such status
    coxswain.get('/defi/get-position', { query: { walletAddress: '0x', status: 'gone' } }),
    // @ts-expect-error: no such path
    coxswain.get('/defi/get-positions'),
    // @ts-expect-error: not by this method
    coxswain.post('/health'),
    // @ts-expect-error: no signed route
    coxswain.signed('/defi/create-position', {}),
    coxswain.get('/health'),
    coxswain.get('/common/token/{chainId}', { path: { chainId: 31_337 } }),
  ];
  expect(calls).toBeFunction();
  expect(createCoxswain({ baseUrl: 'http://127.0.0.1:1/api' }).get).toBeFunction();
});
