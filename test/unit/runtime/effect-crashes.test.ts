import { describe, expect, test } from 'bun:test';
import type { ActorCommit } from '../../../src/runtime/record/actor-store.ts';
import type { CommitPoint } from '../../../src/test-kit/faulty-store.ts';
import { createOrderSystem } from './support/order-system.ts';

/** A simulated external system that records its actions by key. */
function outsideWorld() {
  const done: string[] = [];
  return {
    done,
    pay: async (_params: object, { key }: { key: string }) => {
      done.push(key);
      return { type: 'PAID' as const, receipt: key };
    },
    lookUp: async (_params: object, { key }: { key: string }) =>
      done.includes(key) ? { happened: true as const, event: { type: 'PAID' as const, receipt: key } } : { happened: false as const },
  };
}

const steps = {
  'the commit that asks for it': ({ note }: ActorCommit) => note.event.type === 'PAY',
  'its lease': ({ note }: ActorCommit) => note.event.type === 'runtime.leased',
  'the commit of its result': ({ note }: ActorCommit) => note.event.type === 'PAID',
};

for (const safety of ['idempotent', 'reconcile'] as const) {
  for (const kind of ['crash', 'fail'] as const) {
    for (const point of ['before', 'after'] as const satisfies CommitPoint[]) {
      for (const [step, isStep] of Object.entries(steps)) {
        describe(`an effect that is ${safety}`, () => {
          test(`survives a ${kind} ${point} ${step}`, async () => {
            const world = outsideWorld();
            const {
              order,
              record,
              context,
              test: system,
            } = createOrderSystem({
              safety,
              pay: world.pay,
              reconcile: world.lookUp,
              // With this delay, the lease of the effect is a commit of its own. Without a delay it would be part of the ask's commit.
              ...(step === 'its lease' ? { delayMs: 10_000 } : {}),
            });
            await order().create({ owner: '0xa' });
            let left = 1;
            system.faults((commit) => {
              if (!isStep(commit) || left === 0) return null;
              left -= 1;
              return { kind, point };
            });
            let answered = false;
            const ask = () =>
              order()
                .ask({ type: 'PAY', amount: '7' }, { eventId: 'pay-1' })
                .then(() => {
                  answered = true;
                });
            void ask();
            await system.advance(60_000);
            // A caller whose process died repeats the ask with the same event id.
            if (!answered) await ask();
            await system.advance(60_000);

            expect(left).toBe(0);
            expect((await context()).receipts).toHaveLength(1);
            expect(await record()).toMatchObject({ outbox: [], health: { state: 'ok' }, wakeAtMs: null });
            expect(new Set(world.done).size).toBe(1);
            // An idempotent effect may run twice with the same key. An effect that is looked up first (reconcile) may not.
            const repeats =
              safety === 'idempotent' && kind === 'crash' && step === 'the commit of its result' && point === 'before' ? 2 : 1;
            expect(world.done).toHaveLength(repeats);
          });
        });
      }
    }
  }
}
