import type { DcaBatchContext } from '../../machines/dca-batch/context.ts';
import type { InspectionSource, InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { Address } from '../../src/values/address.ts';
import type { BatchItem } from '../../src/values/dca-batch.ts';
import { actor, address, badge, cell, text, transaction } from '../../src/values/inspection/section-values.ts';
import type { Cell, Value } from '../../src/values/inspection/sections.ts';
import { toned } from '../tone-of-code.ts';
import { senderIdOf } from '../transaction-sender/ask-sender.ts';
import { whyDcaBatch } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaBatchContext };

/** Address that sends transactions on its chain; null: this node has no key there. */
export type SeenOfBatch = { readonly executor: Address | null };

export function createBatchSource(deps: {
  readonly executorOf: (chainId: number) => Address | null;
}): InspectionSource<Snapshot, SeenOfBatch> {
  return async ({ context }) => ({ executor: deps.executorOf(context.chainId) });
}

/** The inspection of a batch for operators: its items, and the outcome of the last batch. */
export const batchInspection: InspectionSpec<Snapshot, SeenOfBatch> = {
  why: toned(whyDcaBatch),
  outline({ context: { chainId, gathering, sealed, outcome } }, { seen }) {
    const executor = seen?.executor ?? null;
    const sender = executor === null ? null : senderIdOf(chainId, executor.toLowerCase());
    const hash = outcome?.txHash ?? null;
    const what = `Batch ${sealed?.id ?? ''}`;
    return {
      related: [
        ...(sealed?.items ?? []).map(({ positionActorId: id }) => ({ id, relation: 'is in the batch' })),
        ...gathering.map(({ positionActorId: id }) => ({ id, relation: 'waits for the next batch' })),
        ...(sender === null ? [] : [{ id: sender, relation: 'sends its transactions' }]),
      ],
      requests: sender === null || sealed === null ? [] : [{ to: sender, key: sealed.id, what }],
      transactions:
        hash === null ? [] : [{ chainId, hash, nonce: null, status: outcome?.outcome === 'reverted' ? 'reverted' : 'mined', what }],
    };
  },
  show({ context: { chainId, gathering, sealed, outcome, batchNo } }) {
    const hash = outcome?.txHash ?? null;
    const facts: readonly { readonly name: string; readonly values: readonly Value[] }[] = [
      { name: 'Batches so far', values: [text(String(batchNo))] },
      ...(sealed === null ? [] : [{ name: 'At the sender', values: [text(`Batch ${sealed.id}`)] }]),
      ...(sealed === null ? [] : [{ name: 'Vault', values: [address(sealed.vault)] }]),
      ...(outcome === null
        ? []
        : [
            {
              name: 'Result',
              values: [badge(outcome.outcome, outcome.outcome === 'mined' ? 'ok' : 'warn'), ...reasonOf(outcome)],
            },
          ]),
      ...(hash === null ? [] : [{ name: 'Transaction', values: [transaction(chainId, hash)] }]),
    ];
    const rows = [
      ...(sealed?.items ?? []).map((item) => itemRow(item, badge('in the batch', 'accent'))),
      ...gathering.map((item) => itemRow(item, badge('waits'))),
    ];
    return {
      sections: [
        { kind: 'facts', title: 'Batch', facts: facts.map(({ name, values }) => ({ name, value: cell(...values) })) },
        {
          ...{ kind: 'table', title: 'Orders and pay-outs', of: 'orders and pay-outs', rows, empty: 'No position waits for this batch.' },
          columns: [{ title: 'Position', holds: 'name' }, { title: 'What' }, { title: 'State' }, { title: 'Wallet' }],
        },
      ],
    };
  },
};

function reasonOf({ reason }: { readonly reason: string | null }): readonly Value[] {
  return reason === null ? [] : [text(reason)];
}

function itemRow({ positionActorId, order, wallet }: BatchItem, state: Value): readonly Cell[] {
  const what = order === null ? 'Pay-out' : `Order ${order.orderIndex + 1}`;
  return [cell(actor(positionActorId)), cell(text(what)), cell(state), cell(address(wallet))];
}
