import { defineModule } from '../module/module.ts';
import { createDeferredList, type DeferredList } from './deferred/deferred-list.ts';
import { examineDeferred } from './deferred/examine-deferred.ts';
import { createOperatorActs, OPERATOR_ACTS, type OperatorActs } from './operations/operator-acts.ts';
import { createTypePauses, TYPE_PAUSES, type TypePauses } from './operations/type-pauses.ts';

/** The module that provides the operators' records in the store: their actions, paused types, and deferred events. */
export type OperatorRecords = { readonly acts: OperatorActs; readonly pauses: TypePauses; readonly deferred: DeferredList };

export const operator = defineModule({
  name: 'operator',
  needs: {},
  actors: [],
  collections: [TYPE_PAUSES, OPERATOR_ACTS],
  examinations: [{ of: 'store', examine: examineDeferred }],
  async start({ records, clock, actorTypes, followers }) {
    const acts = createOperatorActs({ records });
    const pauses = createTypePauses({ records, acts, clock, types: () => actorTypes });
    // The list of paused actor types is read before the module is ready, because no actor may start before this node knows whether its type
    // is paused.
    await pauses.refresh();
    const gives: OperatorRecords = { acts, pauses, deferred: createDeferredList({ followers, records, acts, clock }) };
    return { gives };
  },
});
