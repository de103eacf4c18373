// A node that the campaign of price alerts kills. It holds alerts in a store, and reads commands from standard input; commands and answers are
// lines of JSON. Its clock runs SPEED times as fast as real time, so that each second has several ticks, and the work of a killed node is soon
// taken over.
// bun test/crash/alerts/node.ts STORE_URL NODE SPEED BASE_MS PRICE_FILE POINT#PASS|- [--keyless]
// It kills itself with SIGKILL when it passes POINT for the PASS-th time. With --keyless each attempt to notify has its own key, which the
// checks of the campaign must detect.
import { readFileSync } from 'node:fs';
import { createAlertActors } from '../../../actors/price-alert/alerts-client.ts';
import { createPriceAlertActor } from '../../../actors/price-alert/effects.ts';
import { withCommitPoints } from '../../../src/app/fault-points.ts';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { createAlertLimits } from '../../../src/features/alerts/alert-limits.ts';
import { createAlertPrices } from '../../../src/features/alerts/alert-prices.ts';
import { createAlerts } from '../../../src/features/alerts/create-alerts.ts';
import { createQuoteOrder } from '../../../src/features/alerts/quote-order.ts';
import { createTellAlert } from '../../../src/features/alerts/tell-alert.ts';
import { createNotifications } from '../../../src/features/notifications/create-notifications.ts';
import { tokenKey } from '../../../src/market/tokens/token.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';
import { pagesOf } from '../../../src/values/pages-of.ts';
import { ETH, newAlert, OWNER, offerOf, SELL_ETH, USDC } from '../../support/alert-bench.ts';
import { deadlyPoint, fastTime, serveCommands, startSystem } from '../support/dying-program.ts';
import type { AlertPoint, Answer, Command, ToldAlert, WantedAlert } from './commands.ts';

const [url = '', nodeId = '', speedText = '1', baseText = '0', priceFile = '', deadly = '-', ...flags] = process.argv.slice(2);
const MINUTE_MS = 60_000;
const MANY = 1_000_000;

const point = deadlyPoint(deadly);
const at = async (name: AlertPoint) => await point(name);

const { clock, timers } = fastTime(Number(speedText), Number(baseText));
const ids = () => crypto.randomUUID();
const opened = await openStoreAt(url, clock);
const store = withCommitPoints(opened.actors, point);
const notifications = createNotifications({ records: opened.records, clock, ids });
const usdNow = () => readFileSync(priceFile, 'utf8').trim();
const factNow = () => ({ kind: 'price', usd: usdNow(), atMs: clock.now(), source: 'test', isTrusted: true, doubt: null }) as const;
const count = () => undefined;
let attempts = 0;

const actor = createPriceAlertActor({
  work: {
    quote: createQuoteOrder({
      async gatherQuotes(...asked) {
        await at('quote:before');
        const found = await offerOf('4005000000')(...asked);
        attempts += 1;
        // Every quote has another id, so that a notification with another quote than the record's is noticed.
        const offers = found.offers.map((offer) => ({ ...offer, id: `quote-${nodeId}-${process.pid}-${attempts}` }));
        await at('quote:after');
        return { ...found, offers };
      },
    }),
    tell: createTellAlert({
      notifications: {
        async add(key, notification) {
          await at('tell:before');
          const isNew = await notifications.add(flags.includes('--keyless') ? `${key}/${ids()}` : key, notification);
          await at('tell:after');
          return isNew;
        },
      },
      count,
    }),
  },
  prices: createAlertPrices({
    tickPrices: async (asked) => new Map(asked.map(({ chainId, token }) => [tokenKey(chainId, token), factNow()])),
  }),
});
const system = createActorSystem({
  actors: [actor],
  ...{ store, clock, timers, ids, random: Math.random, nodeId: `${nodeId}-${process.pid}`, onError: (error) => console.error(error) },
});
const actors = createAlertActors({ actors: system, store });
const alerts = createAlerts({
  ...{ actors, count, clock, ids },
  limits: createAlertLimits({ actors, clock, maxPerWallet: MANY, maxTokens: 10 }),
  tokens: { find: async (_chainId, address) => [ETH, USDC].find((one) => one.address === address) ?? null },
  async readPrice(chainId, token) {
    const { usd: priceUsd, atMs, source, isTrusted, doubt } = factNow();
    return { chainId, token, priceUsd, at: new Date(atMs).toISOString(), source, isTrusted, doubt };
  },
});
await startSystem(system, { clock, timers, isShared: opened.isShared, beforeTick: () => at('tick:before') });
await serveCommands(act);

async function act(command: Command): Promise<Answer> {
  if (command.do === 'create') return { created: await Promise.all(command.alerts.map(create)) };
  // A few ticks pass.
  if (command.do === 'rest') await new Promise<void>((resolve) => timers.after(2 * MINUTE_MS, resolve));
  return command.do === 'rest' ? {} : { alerts: await allAlerts(), told: await allTold() };
}

async function create({ id, condition, isOrder }: WantedAlert): Promise<true | string> {
  try {
    await alerts.create(newAlert({ id, condition, order: isOrder ? SELL_ETH : null }));
    return true;
  } catch (error) {
    if (error instanceof CoxswainError) return error.code;
    throw error;
  }
}

async function allAlerts() {
  const found: Awaited<ReturnType<typeof alerts.list>>['alerts'][number][] = [];
  for await (const page of pagesOf((after) => alerts.list(OWNER, { limit: 100, ...after }))) found.push(...page.alerts);
  return found;
}

async function allTold(): Promise<readonly ToldAlert[]> {
  const told: ToldAlert[] = [];
  for await (const page of pagesOf((after) => notifications.list({ wallet: OWNER, limit: 100, ...after })))
    for (const { data } of page.notifications) {
      const { quote } = data;
      const quoteId = typeof quote === 'object' && quote !== null && 'id' in quote ? String(quote.id) : null;
      told.push({ alertId: String(data.alertId), priceUsd: String(data.priceUsd), quoteId });
    }
  return told;
}
