import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { createTestSystem, type TestSystem } from '../../../src/test-kit/create-test-system.ts';
import type { CommitFault } from '../../../src/test-kit/faulty-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { type CheckedStore, createCheckedStore } from './checked-store.ts';
import { createOutsideWorld } from './outside-world.ts';
import { createPayEffect } from './pay-effect.ts';
import { clerk, ORDER_EVERY_MS, payer } from './payer-actor.ts';

/** Ways to break the simulated system on purpose. The simulation must detect each of them; otherwise it would prove nothing. */
export type Breakage = 'effect-is-not-looked-up' | 'repeat-has-a-new-id' | 'store-has-no-fence';

export type SimulationOptions = { readonly ticks: number; readonly seed: number; readonly broken?: Breakage };

export type SimulationReport = {
  readonly ticks: number;
  readonly commits: number;
  readonly payments: number;
  readonly commands: number;
  readonly crashes: number;
  readonly conflicts: number;
  readonly quarantines: number;
  readonly jumps: number;
};

const PAYERS = 6;
const NODES = 2;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const STEP_MS = 1_500;
/** Maximum number of minutes after the last fault until all work must be done; one minute is added for each order. */
const CALM_TICKS = 3_000;

type Command = { readonly id: string; readonly payer: string; state: 'open' | 'acknowledged' | 'given-up' };

/**
 * Simulates a system of two nodes for thousands of minutes, with conflicts, failed and lost commits, crashes, effects that fail in every
 * way, and clocks that jump. Invariants are checked at every commit and payment, and at the end no work may be left.
 * @throws Error with the first violated guarantee
 */
export async function simulateRuntime({ ticks, seed, broken }: SimulationOptions): Promise<SimulationReport> {
  const random = seededRandom(seed);
  const violations: string[] = [];
  const violated = (what: string) => void violations.push(what);
  const world = createOutsideWorld(violated);
  const checked = createCheckedStore(createMemoryActorStore(), violated);
  const store = broken === 'store-has-no-fence' ? withoutFence(checked.store) : checked.store;
  const orders = Math.max(3, Math.floor(ticks / 8));
  const payers = Array.from({ length: PAYERS }, (_, i) => `payer/p${i}`);
  const nodes = Array.from({ length: NODES }, (_, i) => createNode(i));
  const commands: Command[] = [];
  let faulty = true;
  let jumps = 0;
  let ticked = 0;

  function createNode(i: number): TestSystem {
    const looksUp = broken !== 'effect-is-not-looked-up';
    const pay = createPayEffect({ world, random, trouble: () => (faulty ? 0.4 : 0), timers: () => node.time.timers, looksUp });
    const notify = {
      run: async ({ order }: { order: number }, { key, actorId, actors }: Parameters<typeof pay.run>[1]) => {
        await actors.send('clerk/main', { type: 'NOTE', payer: actorId, order }, { eventId: key });
        return { type: 'NOTED' as const };
      },
    };
    const node: TestSystem = createTestSystem({
      actors: [implementActor(payer, { effects: { pay, notify } }), implementActor(clerk, { effects: {} })],
      store,
      seed: seed * NODES + i,
      startMs: START_MS,
      wakeEveryMs: 5_000,
      maxResidents: 4,
      maxEffects: 3,
    });
    node.faults(() => (faulty ? faultOf(random()) : null));
    return node;
  }

  const nodeAt = (at: number): TestSystem => {
    const node = nodes[at % NODES];
    if (!node) throw new Error(`There is no node ${at}.`);
    return node;
  };

  function stopWhenViolated(): void {
    const [first] = violations;
    if (first !== undefined) throw new Error(`tick ${ticked}: ${first}`);
  }

  async function createPayers(): Promise<void> {
    for (const id of payers) {
      const input = { firstDueMs: START_MS + Math.floor(random() * ORDER_EVERY_MS), orders };
      await until(() =>
        nodeAt(Math.floor(random() * NODES))
          .system()
          .of(payer, id.slice(6))
          .create(input, { eventId: `create ${id}` }),
      );
    }
  }

  /** Repeats a request with the same id until it is answered, like a client whose connection was cut. */
  async function until(ask: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      let over = false;
      void ask().then(
        () => {
          over = true;
        },
        () => undefined,
      );
      await settleAll();
      if (over) return;
    }
    throw new Error('a creation was not answered in 20 tries');
  }

  async function settleAll(): Promise<void> {
    for (const node of nodes) await node.settle();
    for (const node of nodes) await node.settle();
  }

  async function sendCommands(): Promise<void> {
    const sent: Command[] = [];
    for (const id of payers) {
      if (random() > 0.3) continue;
      sent.push({ id: `command ${commands.length + sent.length}`, payer: id, state: 'open' });
    }
    commands.push(...sent);
    for (let tries = 0; tries < 4; tries += 1) {
      for (const command of sent) {
        if (command.state !== 'open') continue;
        const eventId = broken === 'repeat-has-a-new-id' ? `${command.id} try ${tries}` : command.id;
        const client = nodeAt(Math.floor(random() * NODES)).system();
        void client.send(command.payer, { type: 'DEPOSIT', commandId: command.id }, { eventId }).then(
          () => {
            command.state = 'acknowledged';
          },
          () => undefined,
        );
      }
      await settleAll();
    }
    for (const command of sent) if (command.state === 'open') command.state = 'given-up';
  }

  function jumpSometimes(): void {
    if (random() > 0.004) return;
    jumps += 1;
    const byMs = random() < 0.4 ? 26 * 3_600_000 : -Math.floor(random() * 30 * 60_000);
    for (const node of nodes) node.time.jump(byMs);
  }

  async function releaseQuarantined(chance: number): Promise<void> {
    const { actors } = await store.list({ health: 'quarantined', order: 'oldest', limit: 100 });
    for (const { record } of actors) {
      if (random() < chance)
        void nodeAt(0)
          .system()
          .operator.release(record.id, 'simulation')
          .catch(() => undefined);
    }
    await settleAll();
  }

  async function everythingIsDone(): Promise<boolean> {
    for (const { record } of (await store.list({ order: 'oldest', limit: 100 })).actors) {
      if (record.outbox.length > 0 || record.health.state !== 'ok') return false;
      if (record.type === 'payer' && record.snapshot.value !== 'idle') return false;
    }
    return true;
  }

  async function minute(): Promise<void> {
    ticked += 1;
    // Time advances in small steps, so that the nodes' clocks differ by less than the time between an effect's deadline and the end of its
    // lease, as the runtime requires.
    for (let passedMs = STEP_MS; passedMs < MINUTE_MS; passedMs += STEP_MS) for (const node of nodes) await node.advance(STEP_MS);
    await Promise.all(nodes.map((node) => node.tick()));
    await settleAll();
    stopWhenViolated();
  }

  await createPayers();
  for (let tick = 0; tick < ticks; tick += 1) {
    jumpSometimes();
    await sendCommands();
    await minute();
    await releaseQuarantined(0.3);
  }
  faulty = false;
  let calm = 0;
  for (; calm < CALM_TICKS + orders && !(await everythingIsDone()); calm += 1) {
    await minute();
    await releaseQuarantined(1);
  }
  if (!(await everythingIsDone())) throw new Error(`something is stuck: ${await describeStuck(store)}`);
  await checkTheEnd({ store, checked, world, payers, orders, commands, violated });
  stopWhenViolated();

  const seen = (kind: string) => nodes.reduce((sum, node) => sum + node.events.filter((event) => event.kind === kind).length, 0);
  return {
    ticks: ticked,
    commits: checked.commits(),
    payments: world.payments(),
    commands: commands.length,
    crashes: nodes.reduce((sum, node) => sum + node.crashes(), 0),
    conflicts: seen('conflict'),
    quarantines: seen('quarantined'),
    jumps,
  };
}

function faultOf(dice: number): CommitFault | null {
  if (dice < 0.03) return { kind: 'conflict' };
  if (dice < 0.045) return { kind: 'fail', point: 'before' };
  if (dice < 0.06) return { kind: 'fail', point: 'after' };
  if (dice < 0.065) return { kind: 'crash', point: 'before' };
  if (dice < 0.07) return { kind: 'crash', point: 'after' };
  return null;
}

/** Creates a broken store without conflict detection, in which the last write wins. */
function withoutFence(inner: ActorStore): ActorStore {
  return {
    ...inner,
    async commit(commits) {
      const found = await inner.load(commits.map(({ next }) => next.id));
      return inner.commit(
        commits.map((commit, i) => {
          const current = found[i];
          return current ? Object.assign(commit, { previous: current.record, handle: current.handle }) : commit;
        }),
      );
    },
  };
}

async function describeStuck(store: ActorStore): Promise<string> {
  const { actors } = await store.list({ order: 'oldest', limit: 100 });
  return JSON.stringify(actors.map(({ record: { id, snapshot, outbox, health, dueAtMs } }) => ({ id, snapshot, outbox, health, dueAtMs })));
}

type EndDeps = {
  readonly store: ActorStore;
  readonly checked: CheckedStore;
  readonly world: ReturnType<typeof createOutsideWorld>;
  readonly payers: readonly string[];
  readonly orders: number;
  readonly commands: readonly Command[];
  readonly violated: (what: string) => void;
};

async function checkTheEnd({ store, checked, world, payers, orders, commands, violated }: EndDeps): Promise<void> {
  for (const { id, state } of commands) {
    if (state === 'acknowledged' && !checked.isApplied(id)) violated(`the command ${id} was acknowledged and is not there`);
  }
  const [clerkFound] = await store.load(['clerk/main']);
  const noted = Object(clerkFound?.record.snapshot.context.noted);
  for (const id of payers) {
    if (world.ordersOf(id) !== orders) violated(`${id} paid ${world.ordersOf(id)} of ${orders} orders`);
    if (noted[id] !== orders) violated(`the clerk knows of ${noted[id]} of ${orders} orders of ${id}`);
    const [found] = await store.load([id]);
    const history = await store.history(id, { limit: Number.MAX_SAFE_INTEGER });
    const revision = found?.record.revision ?? 0;
    if (history.length !== revision || history.some((entry, i) => entry.revision !== revision - i))
      violated(`the history of ${id} has a gap`);
    const applied = commands.filter((command) => command.payer === id && checked.isApplied(command.id)).length;
    if (found?.record.snapshot.context.deposits !== applied)
      violated(`${id} counts ${found?.record.snapshot.context.deposits} deposits, and ${applied} were applied`);
  }
}
