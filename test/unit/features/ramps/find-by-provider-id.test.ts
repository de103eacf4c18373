import { expect, test } from 'bun:test';
import { rampOrder } from '../../../../actors/ramp-order/actor.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import { describeKeys } from '../../../../src/runtime/define/key-spec.ts';
import { NONE_NAMED, searchActors } from '../../../../src/runtime/operator/search-actors.ts';
import { createAll, firstRecord } from '../../../contract/actor-store/support/sample-records.ts';

const orderOf = (id: string, providerOrder: string) =>
  firstRecord(`ramp-order/${id}`, { keys: { status: 'paid', wallet: '0x12', provider: providerOrder.split('/')[0] ?? '', providerOrder } });

test('an order is found by the id that its provider gave it, with or without the name of the provider', async () => {
  const store = createMemoryActorStore();
  await createAll(store, [orderOf('a', 'guardarian/4001'), orderOf('b', 'banxa/4001-x'), orderOf('c', 'transak/5002')]);
  const searched = { types: [rampOrder.type], keys: describeKeys([rampOrder]).filter(({ isSearched }) => isSearched) };
  const found = async (text: string) =>
    (await searchActors(store, searched, { text, named: NONE_NAMED }, { order: 'newest', limit: 10 })).actors.map(
      ({ record }) => record.id,
    );
  expect((await found('4001')).toSorted()).toEqual(['ramp-order/a', 'ramp-order/b']);
  expect(await found('guardarian/40')).toEqual(['ramp-order/a']);
  expect(await found('5002')).toEqual(['ramp-order/c']);
  expect(await found('nobody/4001')).toEqual([]);
});
