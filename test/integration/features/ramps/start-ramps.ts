import { loadConfig } from '../../../../src/config.ts';
import { createNotifications } from '../../../../src/features/notifications/create-notifications.ts';
import { ramps } from '../../../../src/features/ramps/module.ts';
import type { Bearer } from '../../../../src/http/bearer-auth.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { lateClient } from '../../../../src/module/late-client.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../../src/values/address.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { createLate } from '../../../../src/values/late.ts';
import { testPlatform } from '../../../support/test-platform.ts';
import { startTestServer } from '../../http/start-test-server.ts';

export const OPERATOR = 'sesame';

/** Starts the module with an actor system on virtual time, and an HTTP server with its routes. The token of a wallet is its address. */
export async function startRamps(env: Readonly<Record<string, string>>, now: () => number) {
  const config = loadConfig({ DEVNET: '0', PUBLIC_URL: 'https://api.example.org/api/', ...env });
  const clock = { now };
  const late = createLate<ActorClient>('the system');
  const store = createMemoryActorStore();
  const operators = createOperatorAuth({ operators: [{ name: 'alice', token: OPERATOR }] });
  const platform = testPlatform({ config, clock, store, operators, actors: lateClient(late) });
  const notifications = createNotifications({ records: platform.records, clock, ids: platform.ids });
  const user: Bearer = {
    kind: 'user',
    check(request) {
      const [, wallet] = /^Bearer (0x[0-9a-f]{40})$/.exec(request.headers.get('authorization') ?? '') ?? [];
      if (wallet === undefined) throw new TerminalError({ code: 'token-missing', message: 'An access token is needed.', status: 401 });
      return { authWallet: parseAddress(wallet), sessionId: wallet };
    },
  };
  const needs = {
    accounts: { auth: { user, admin: user }, tokenCheck: {} as never, quietHoursOf: async () => null },
    catalog: { networks: {} as never, tokens: createTokens({ records: platform.records, clock }) },
    chainMemory: { seen: {} as never, whenGone: () => undefined },
    chains: {
      chains: { has: () => false, of: () => undefined as never } as never,
      signers: {} as never,
      executorsOf: () => [],
      executorOf: () => null,
    },
    notifications,
  };
  const started = await ramps.start(platform, needs, config.modules.ramps as Parameters<typeof ramps.start>[2]);
  const test = createTestSystem({ actors: started.actors ?? [], store, startMs: now() });
  late.set(test.system());
  const http = startTestServer({ resources: [...(started.routes ?? [])] });
  return {
    ...{ http, started, platform, test },
    told: async (wallet: Address) => (await notifications.list({ wallet, limit: 100 })).notifications.toReversed(),
    async stop() {
      await started.stop?.();
      await http[Symbol.asyncDispose]();
    },
  };
}
