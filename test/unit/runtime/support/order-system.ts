import type { EffectContext, EffectSafety, FactSource, ReconcileResult } from '../../../../src/runtime/define/definition.ts';
import { implementActor } from '../../../../src/runtime/define/implement-actor.ts';
import type { ActorRecord } from '../../../../src/runtime/record/record.ts';
import { createTestSystem, type TestSystem, type TestSystemOptions } from '../../../../src/test-kit/create-test-system.ts';
import { defineOrder, type OrderOptions, type orderMachine } from './order-actor.ts';

type Params = { amount: string };
type Paid = { type: 'PAID'; receipt: string } | null;

export type OrderSystemOptions<TSafety extends EffectSafety> = Omit<OrderOptions<TSafety>, 'safety'> & {
  readonly safety?: TSafety;
  readonly pay?: (params: Params, context: EffectContext) => Promise<Paid>;
  readonly reconcile?: (params: Params, context: EffectContext) => Promise<ReconcileResult<typeof orderMachine>>;
  readonly tell?: (params: { text: string }, context: EffectContext) => Promise<null>;
  readonly facts?: FactSource;
  readonly system?: Omit<TestSystemOptions, 'actors'>;
};

/** Creates a test system of orders. Without `pay`, every payment succeeds, and its receipt is the effect's key. */
export function createOrderSystem(options: OrderSystemOptions<EffectSafety> = {}) {
  const { safety = 'idempotent', pay = payWithKey, tell = async () => null, facts = async () => new Map<string, unknown>() } = options;
  const reconcile = options.reconcile ?? (async () => ({ happened: false as const }));
  const orders = defineOrder({ ...options, safety });
  const payments: { params: Params; key: string; attempt: number }[] = [];
  const lookups: string[] = [];
  const run = (params: Params, context: EffectContext) => {
    payments.push({ params, key: context.key, attempt: context.attempt });
    return pay(params, context);
  };
  const look = (params: Params, context: EffectContext) => {
    lookups.push(context.key);
    return reconcile(params, context);
  };
  const handler = safety === 'idempotent' ? { run } : { run, reconcile: look };
  const test: TestSystem = createTestSystem({
    actors: [implementActor(orders, { effects: { pay: handler, tell: { run: tell } }, facts })],
    ...options.system,
  });
  const order = (key = 'o1') => test.system().of(orders, key);
  const record = async (key = 'o1'): Promise<ActorRecord> => {
    const found = await test.system().operator.show(`order/${key}`);
    if (!found) throw new Error(`There is no order/${key}.`);
    return found;
  };
  const context = async (key = 'o1') => {
    const read = await order(key).read();
    if (!read) throw new Error(`There is no order/${key}.`);
    return read.snapshot.context;
  };
  return { test, orders, order, record, context, payments, lookups };
}

async function payWithKey(_params: Params, { key }: EffectContext): Promise<Paid> {
  return { type: 'PAID', receipt: key };
}

/** Returns code, kind and message of the error with which a promise rejects. Fails when the promise does not reject. */
export async function failureOf(promise: Promise<unknown>): Promise<{ code: string; kind: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) {
      const code = 'code' in error ? String(error.code) : error.name;
      const kind = 'kind' in error ? String(error.kind) : 'unknown';
      return { code, kind, message: error.message };
    }
    throw error;
  }
  throw new Error('It was expected to fail, and did not.');
}
