import { createChannelActors } from '../../../../actors/channel/channels-client.ts';
import { metricFamilies } from '../../../../src/app/registry.ts';
import { compileSettings } from '../../../../src/config/compile-settings.ts';
import { stateOf } from '../../../../src/features/channels/channel.ts';
import { channels } from '../../../../src/features/channels/module.ts';
import { channelsSettings } from '../../../../src/features/channels/settings.ts';
import { notifications } from '../../../../src/features/notifications/module.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import type { Log } from '../../../../src/platform/log/log.ts';
import { createPromMetrics } from '../../../../src/platform/metrics/prom-metrics.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { createTestSystem, type TestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { NotificationKind } from '../../../../src/values/notification-kinds.ts';
import { asAddress } from '../../../support/branded.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { alice, type Clock, NOW, type Reply, startNode } from '../accounts/accounts-fixture.ts';

export type ChannelOfTest = { readonly id: string; readonly state: string; readonly waiting: number; readonly target: string };

/** Starts a node with accounts, notifications and channels on virtual time. Its messages go to receivers that the test runs. */
export async function startChannels(env: Readonly<Record<string, string>> = {}) {
  let system: TestSystem | null = null;
  const running = (): TestSystem => {
    if (system === null) throw new Error('The system has not started');
    return system;
  };
  const now = () => system?.time.clock.now() ?? NOW;
  const clock: Clock = {
    get ms() {
      return now();
    },
    set ms(_ms: number) {
      throw new Error('The time of this test is that of its system');
    },
    now,
  };
  const node = await startNode({ clock });
  const client: ActorClient = {
    of: (definition, key) => running().system().of(definition, key),
    send: (id, event, options) => running().system().send(id, event, options),
    list: (definition, query) => running().system().list(definition, query),
  };
  const written: string[] = [];
  const keep = (message: string, fields?: object) => void written.push(`${message} ${Bun.inspect(fields, { depth: 8 })}`);
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, writes: () => true, child: () => log };
  const metrics = createPromMetrics(metricFamilies);
  const endpoints = { requestTimeoutMs: 4_000, stopwatch: () => performance.now() };
  const platform = { ...node.platform, actors: client, log, metrics, harness: { endpoints } };
  const told = await notifications.start(platform, {}, {});
  const config = compileSettings({ DEVNET: '0', SERVICE_BRAND: 'Acme', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...env }, [channelsSettings]);
  const settings = config.modules.channels as Parameters<typeof channels.start>[2];
  const started = await channels.start(
    platform,
    { accounts: { ...node.given }, notifications: told.gives, systemSettings: node.settings },
    settings,
  );
  system = createTestSystem({ actors: started.actors ?? [], startMs: NOW });
  const api = createApi({ resources: [...(started.routes ?? []), ...node.routes, ...(told.routes ?? [])], log });

  async function ask(method: string, path: string, { body, token }: { body?: unknown; token?: string | null } = {}): Promise<Reply> {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, ...init }));
    const { message, data, errors }: Reply & { errors: { code: string } | null } = JSON.parse(await response.text());
    return { status: response.status, code: errors?.code ?? null, message, data };
  }

  const actors = createChannelActors({ actors: client });
  /** Waits until the node has ended all requests to receivers. */
  const quiet = async () => {
    await running().settle();
    await waitFor(() => running().system().stats().effectsRunning === 0, { what: 'the end of all requests' });
    await running().settle();
  };

  let notes = 0;
  return {
    ...{ node, ask, written, metrics, system: running(), gives: started.gives, notifications: told.gives, settings: node.settings },
    signedIn: async (account = alice) => (await node.signedIn(account)).accessToken,
    /** Adds a notification for a wallet, as the trading features do. Returns the notification's id in the wallet's list. */
    async note({ wallet = alice.address, kind = 'fill' as NotificationKind, title = 'Bought', message = 'Strategy s: 5 USDC.' } = {}) {
      notes += 1;
      await told.gives.add(`note-${notes}`, {
        ...{
          type: 'autopilot',
          kind,
          title,
          message,
          wallet: asAddress(wallet.toLowerCase()),
          data: { note: notes },
          expiryWarnedAtMs: null,
        },
      });
    },
    async list(token: string): Promise<readonly ChannelOfTest[]> {
      const { channels: all }: { channels: readonly ChannelOfTest[] } = (await ask('GET', '/user/channels', { token })).data;
      return all;
    },
    /** Waits in real time until a condition holds that depends on a receiver, because receivers do not use virtual time. */
    until: (what: string, condition: () => unknown) => waitFor(() => Boolean(condition()), { what }),
    /**
     * Returns the states of a wallet's channels, read from the actors. It needs no access token, which would expire when much virtual time
     * passes.
     */
    async states(wallet = alice.address) {
      const all = await started.gives.list(asAddress(wallet.toLowerCase()));
      return await Promise.all(
        all.map(async ({ id, wallet: owner, kind, ...channel }) => {
          const view = await actors.read({ wallet: owner, kind, channelId: id });
          return {
            id,
            state: stateOf({ ...channel, wallet: owner, kind }),
            waiting: (view?.queue.length ?? 0) + (view?.delivery?.ids.length ?? 0),
          };
        }),
      );
    },
    quiet,
    /**
     * Advances virtual time by a number of minutes with one tick at the end, and waits until all messages sent in that time are delivered
     * or have failed.
     */
    async minutes(count: number) {
      running().time.moveTo(running().time.clock.now() + (count - 1) * 60_000);
      await quiet();
      await running().tick();
      await quiet();
    },
    async close() {
      await started.stop?.();
      await told.stop?.();
    },
  };
}

export type Added = {
  readonly channel: ChannelOfTest;
  readonly secret: string | null;
  readonly code: { readonly isSent: boolean; readonly failure: { readonly code: string } | null };
};
