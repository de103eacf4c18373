import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { firesAt, type PriceAlertView } from '../../../src/values/price-alert.ts';
import { alertBench, NO_PRICE, newAlert, OWNER, offerOf, priceFact, SELL_ETH, START_MS, sharedStores } from '../../support/alert-bench.ts';

/** Ways to break the simulated system on purpose. The simulation must detect each of them; otherwise it would prove nothing. */
export type AlertBreakage = 'told-without-a-key' | 'told-and-forgotten';

export type AlertSimulation = { readonly alerts: number; readonly minutes: number; readonly seed: number; readonly broken?: AlertBreakage };

export type AlertSimulationReport = {
  readonly fired: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly gaps: number;
  readonly crashes: number;
  readonly faults: number;
};

const MINUTE_MS = 60_000;
/** Minutes without faults at the end, in which all that was begun is finished. */
const CALM_MINUTES = 12;

/**
 * Runs price alerts and limit orders on two nodes with one store, in virtual time, along a random walk of a price that jumps, is missing and
 * is in doubt, while nodes die and commits fail.
 * @throws Error when an alert was not told exactly once, fired at a price that it did not wait for, or did not fire although it had to
 */
export async function simulateAlerts({ alerts: wanted, minutes, seed, broken }: AlertSimulation): Promise<AlertSimulationReport> {
  const random = seededRandom(seed);
  const shared = sharedStores();
  const tellBy = brokenBy(broken);
  let failing = 0;
  const gather: ReturnType<typeof offerOf> = async (...asked) => {
    if (random() < 0.2) throw new Error('The quote service broke down (an injected fault).');
    return await offerOf('4005000000')(...asked);
  };
  const nodes = [1, 2].map((node) => alertBench({ shared, seed: seed * 10 + node, gather, maxPerWallet: wanted, tellBy }));
  const [first] = nodes;
  if (first === undefined) throw new Error('There is no node');
  for (let index = 0; index < wanted; index += 1) {
    const isBelow = random() < 0.5;
    await first.alerts().create(
      newAlert({
        condition: {
          type: isBelow ? 'below' : 'above',
          usd: String(Math.round(isBelow ? 1_500 + random() * 1_499 : 3_001 + random() * 2_999)),
        },
        order: random() < 0.3 ? SELL_ETH : null,
        expiresAtMs: START_MS + Math.round((0.3 + random()) * minutes) * MINUTE_MS,
      }),
    );
  }
  const chance = (share: number) => random() < share;
  const shown: { readonly atMs: number; readonly usd: string }[] = [];
  let [usd, gaps] = [3_000, 0];
  for (const node of nodes)
    node.test.faults(() => {
      if (!chance(0.3)) return null;
      failing += 1;
      const point = chance(0.5) ? 'before' : 'after';
      return chance(0.3) ? { kind: 'conflict' } : { kind: chance(0.3) ? 'crash' : 'fail', point };
    });

  async function minute(): Promise<void> {
    // A conflict or a crash of one node lets the other one go on.
    for (const node of nodes) await node.test.tick().catch(() => null);
    for (const node of nodes) await node.test.settle();
  }

  for (let at = 0; at < minutes; at += 1) {
    usd = Math.max(1_200, Math.round(usd * (1 + (random() - 0.5) * (chance(0.05) ? 0.4 : 0.04))));
    const isGap = chance(0.1);
    const price = isGap ? (chance(0.5) ? NO_PRICE : priceFact(String(usd / 10), 'It jumped.')) : priceFact(String(usd));
    if (isGap) gaps += 1;
    else shown.push({ atMs: START_MS + (at + 1) * MINUTE_MS, usd: String(usd) });
    first.setPrice(price);
    if (chance(0.05)) {
      const node = nodes[chance(0.5) ? 0 : 1] ?? first;
      const { alerts } = await node.alerts().list(OWNER, { statuses: ['waiting'], limit: 1 });
      // A request to a node that dies is never answered, so nothing waits for it.
      for (const { id } of alerts)
        void node
          .alerts()
          .cancel(OWNER, id, 'wallet')
          .catch(() => null);
      await node.test.settle();
    }
    await minute();
  }
  for (const node of nodes) node.test.faults(null);
  first.setPrice(NO_PRICE);
  for (let at = 0; at < CALM_MINUTES; at += 1) await minute();

  const { alerts } = await first.alerts().list(OWNER, { limit: 200 });
  const told = Map.groupBy(await first.told(), ({ data }) => String(data.alertId));
  for (const alert of alerts) check(alert, told.get(alert.id) ?? [], shown);
  const withStatus = (status: PriceAlertView['status']) => alerts.filter((alert) => alert.status === status).length;
  return {
    ...{ fired: withStatus('fired'), expired: withStatus('expired'), cancelled: withStatus('cancelled'), gaps, faults: failing },
    crashes: nodes.reduce((sum, node) => sum + node.test.crashes(), 0),
  };
}

function check(
  alert: PriceAlertView,
  told: readonly { readonly data: object }[],
  shown: readonly { readonly atMs: number; readonly usd: string }[],
): void {
  const { id, status, condition, fired, expiresAtMs } = alert;
  const what = `The alert ${id} (${condition.type}, ${status})`;
  const times = status === 'fired' ? 1 : 0;
  if (told.length !== times) throw new Error(`${what} was told ${told.length} times instead of ${times}`);
  if (status === 'firing') throw new Error(`${what} never ended`);
  const inTime = shown.filter(({ atMs, usd }) => atMs < expiresAtMs && firesAt(condition, priceFact(usd)));
  if (fired !== null && !inTime.some(({ usd }) => usd === fired.usd))
    throw new Error(`${what} fired at ${fired.usd}, for which it did not wait`);
  // A tick may be lost to a fault, so a price of a single minute may be missed; not one of many minutes.
  if (status === 'expired' && inTime.length > 6) throw new Error(`${what} did not fire in ${inTime.length} minutes`);
}

function brokenBy(broken: AlertBreakage | undefined): NonNullable<Parameters<typeof alertBench>[0]>['tellBy'] {
  if (broken === 'told-without-a-key')
    return ({ add }) => ({
      async add(key, notification) {
        await add(`${key}/first`, notification);
        return await add(`${key}/${crypto.randomUUID()}`, notification);
      },
    });
  if (broken === 'told-and-forgotten') return () => ({ add: async () => true });
  return undefined;
}
