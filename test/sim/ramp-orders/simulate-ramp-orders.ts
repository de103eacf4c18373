import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { finalRampStatuses, type RampStatus } from '../../../src/values/ramp-status.ts';
import { orderBench, PROVIDER, referenceOf, termsOf, webhook } from '../../unit/features/ramps/order-bench.ts';

/** What happens to an order at its provider, step by step. */
const STORIES: readonly (readonly RampStatus[])[] = [
  ['awaiting-payment', 'paying', 'paid', 'delivering', 'completed'],
  ['awaiting-payment', 'failed'],
  ['awaiting-payment', 'paid', 'on-hold', 'delivering', 'completed', 'refunded'],
  ['awaiting-payment', 'failed', 'completed'],
  ['awaiting-payment', 'expired'],
  ['paid', 'cancelled', 'refunded'],
];

export type SimulatedOrders = {
  readonly kills: number;
  readonly webhooks: number;
  readonly repeated: number;
  readonly notifications: number;
  /** The steps of an order's life at which a process was killed. */
  readonly steps: readonly string[];
};

type Delivery = { readonly reference: string; readonly no: number; readonly attempts: number };

/**
 * Follows orders on two nodes that share a store. Processes are killed before and after commits, webhooks come twice and out of order, and
 * the provider fails at times. At the end, each order must have the provider's last status, and each change must have been notified once.
 * @throws Error that names the first order that is not as it must be
 */
export async function simulateRampOrders({ orders, seed }: { readonly orders: number; readonly seed: number }): Promise<SimulatedOrders> {
  const random = seededRandom(seed);
  const bench = orderBench({ nodes: 2 });
  const { provider, nodes } = bench;
  const steps = new Set<string>();
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new TypeError('Nothing to choose from');
    return found;
  };
  let isFaulty = true;
  for (const { test } of nodes) {
    test.faults((commit) => {
      if (!isFaulty || random() > 0.08) return null;
      const point = random() < 0.5 ? 'before' : 'after';
      const { snapshot } = commit.next;
      steps.add(`${String(snapshot.value)} ${point}`);
      return { kind: 'crash', point };
    });
  }

  /** Makes a call on a random node until it is answered. A killed node answers nothing, so its caller calls again. */
  const untilAnswered = async (work: (node: (typeof nodes)[number]) => Promise<unknown>): Promise<void> => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const node = pick(nodes);
      let isAnswered = false;
      void work(node).then(
        () => {
          isAnswered = true;
        },
        () => undefined,
      );
      await node.test.settle();
      if (isAnswered) return;
    }
    throw new Error(`seed ${seed}: a call was not answered in 100 attempts`);
  };

  const told = new Map<string, readonly RampStatus[]>();
  const queue: Delivery[] = [];
  let [webhooks, repeated] = [0, 0];
  const stories = Array.from({ length: orders }, (_, i) => ({ reference: referenceOf(i + 1), story: pick(STORIES), at: 0 }));
  for (const { reference, story } of stories) {
    told.set(reference, story);
    await untilAnswered(({ orders: service }) => service.assigned(termsOf(reference, bench.startMs)));
  }
  const send = async ({ reference, no }: Delivery): Promise<void> => {
    webhooks += 1;
    const said = { orderId: `order-${reference.slice(-4)}`, reference, no, key: 'right' };
    await untilAnswered((node) => node.takeWebhook(PROVIDER, webhook(said)));
  };

  for (let open = stories; open.length > 0; open = open.filter(({ at, story }) => at < story.length)) {
    const one = pick(open);
    const status = one.story[one.at] ?? 'unknown';
    provider.set(one.reference, status, { message: status === 'failed' ? 'The bank refused.' : null });
    one.at += 1;
    for (const copy of random() < 0.6 ? [0, 1] : [0]) {
      queue.push({ reference: one.reference, no: one.at, attempts: copy });
      repeated += copy;
    }
    if (random() < 0.15) provider.fail(new Error('the provider is not there'));
    while (queue.length > 0 && random() < 0.6) {
      const [delivery] = queue.splice(Math.floor(random() * queue.length), 1);
      if (delivery !== undefined) await send(delivery);
    }
    provider.fail(null);
    if (random() < 0.5) await pick(nodes).test.tick();
  }
  while (queue.length > 0) {
    const [delivery] = queue.splice(Math.floor(random() * queue.length), 1);
    if (delivery !== undefined) await send(delivery);
  }
  isFaulty = false;
  // An order that a lost answer left waiting is asked about again within hours; a failed one after an hour and a day.
  for (const { test } of nodes) {
    for (let minute = 0; minute < 5; minute += 1) await test.tick();
  }
  for (let hour = 0; hour < 2; hour += 1) {
    for (const { test } of nodes) {
      await test.advance(61 * 60_000);
      await test.tick();
    }
  }

  const notifications = await bench.told();
  for (const { reference, story } of stories) {
    const [node] = nodes;
    const order = await node?.actors.read(reference);
    const last = story.at(-1);
    if (order?.status !== last) throw new Error(`seed ${seed}: ${reference} is ${order?.status}, and the provider says ${last}`);
    const own = notifications.filter(({ data }) => data.reference === reference).map(({ data }) => String(data.status));
    if (new Set(own).size !== own.length) throw new Error(`seed ${seed}: ${reference} was told of a change twice: ${own.join()}`);
    if (!own.includes(String(last))) throw new Error(`seed ${seed}: ${reference} was not told of its end: ${own.join()}`);
    const wrong = own.find((word) => !story.includes(word as RampStatus));
    if (wrong !== undefined) throw new Error(`seed ${seed}: ${reference} was told "${wrong}", which the provider never said`);
  }
  if (stories.some(({ story }) => !finalRampStatuses.includes(story.at(-1) ?? 'unknown'))) throw new TypeError('A story has no end');
  const kills = nodes.reduce((sum, { test }) => sum + test.crashes(), 0);
  return { kills, webhooks, repeated, notifications: notifications.length, steps: [...steps].sort() };
}
