import type { BatchContext } from '../../machines/batch/context.ts';
import { laneKeyOf } from '../../machines/batch/lanes.ts';
import type { InspectionSource, InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { Address } from '../../src/values/address.ts';
import type { BatchedItem } from '../../src/values/batch.ts';
import { countText, shortHash } from '../../src/values/inspection/plain-number.ts';
import { actor, address, badge, cell, text, transaction } from '../../src/values/inspection/section-values.ts';
import type { Cell, Value } from '../../src/values/inspection/sections.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { toned } from '../tone-of-code.ts';
import { senderIdOf } from '../transaction-sender/ask-sender.ts';

type Snapshot<TItem> = { readonly value: unknown; readonly context: BatchContext<TItem> };

/** Address that sends the batch's transactions. Null when this node has no key for the batch's chain. */
export type SeenOfBatch = { readonly executor: Address | null };

export function createBatchSource<TItem>(deps: {
  readonly executorOf: (context: BatchContext<TItem>) => Address | null;
}): InspectionSource<Snapshot<TItem>, SeenOfBatch> {
  return async ({ context }) => ({ executor: deps.executorOf(context) });
}

/** Names and labels that the inspection uses for one kind of batch item. */
export type BatchWords<TItem> = {
  readonly type: string;
  readonly mostItems: number;
  /** Noun for one item of the batch, such as `order`. */
  readonly nounOf: (context: BatchContext<TItem>) => string;
  /** Noun for the actor that receives an item's outcome, such as `position`. */
  readonly owner: string;
  /** The title of the inspector's table that lists the batch's items. */
  readonly title: string;
  readonly actorIdOf: (item: TItem) => string;
  readonly whatOf: (item: TItem) => string;
};

/**
 * Builds the inspection of a batch actor for operators. It shows the batch's items, its lanes (the actors that submit sealed batches in
 * parallel), and the outcome of the last batch that was sent.
 */
export function createBatchInspection<TItem extends BatchedItem>(words: BatchWords<TItem>): InspectionSpec<Snapshot<TItem>, SeenOfBatch> {
  const { type, owner, title, nounOf, actorIdOf, whatOf } = words;
  const laneIdOf = (key: string, lane: number) => `${type}/${laneKeyOf(key, lane)}`;
  const row = (item: TItem, state: Value): readonly Cell[] => [
    cell(actor(actorIdOf(item))),
    cell(text(whatOf(item))),
    cell(state),
    cell(address(item.wallet)),
  ];
  return {
    title: ({ context }) => {
      const { key, chainId, laneOf } = context;
      const lane = laneOf === undefined ? '' : `, lane ${key.slice(key.lastIndexOf('/') + 1)}`;
      return [text(`${capital(nounOf(context))}s of chain ${chainId}${lane}`)];
    },
    why: toned((snapshot: Snapshot<TItem>) => whyBatch(words, snapshot)),
    outline({ context: { key, chainId, gathering, sealed, outcome, lanes = [], laneOf } }, { seen }) {
      const executor = seen?.executor ?? null;
      const sender = executor === null ? null : senderIdOf(chainId, executor.toLowerCase());
      const hash = outcome?.txHash ?? null;
      const what = `Batch ${sealed?.id ?? ''}`;
      return {
        related: [
          ...(laneOf === undefined ? [] : [{ id: `${type}/${laneOf}`, relation: 'gives batches to this actor' }]),
          ...(sealed?.items ?? []).map((item) => ({ id: actorIdOf(item), relation: 'is in the batch' })),
          ...gathering.map((item) => ({ id: actorIdOf(item), relation: 'waits for the next batch' })),
          ...lanes.map(({ lane, batchId }) => ({ id: laneIdOf(key, lane), relation: `sends batch ${batchId} as a lane` })),
          ...(sender === null ? [] : [{ id: sender, relation: 'sends the transactions of the batches' }]),
        ],
        requests: sender === null || sealed === null ? [] : [{ to: sender, key: sealed.id, what }],
        transactions:
          hash === null ? [] : [{ chainId, hash, nonce: null, status: outcome?.outcome === 'reverted' ? 'reverted' : 'mined', what }],
      };
    },
    show({ context: { key, chainId, gathering, sealed, outcome, batchNo, lanes = [] } }) {
      const hash = outcome?.txHash ?? null;
      const facts: readonly { readonly name: string; readonly values: readonly Value[] }[] = [
        { name: 'Batches so far', values: [text(String(batchNo))] },
        ...(sealed === null ? [] : [{ name: 'At the transaction sender', values: [text(`Batch ${sealed.id}`)] }]),
        ...(sealed === null ? [] : [{ name: 'Vault', values: [address(sealed.vault)] }]),
        ...lanes.map(({ lane, batchId }) => ({ name: `Batch ${batchId}`, values: [actor(laneIdOf(key, lane))] })),
        ...(outcome === null
          ? []
          : [{ name: 'Result', values: [badge(outcome.outcome, outcome.outcome === 'mined' ? 'ok' : 'warn'), ...reasonOf(outcome)] }]),
        ...(hash === null ? [] : [{ name: 'Transaction', values: [transaction(chainId, hash)] }]),
      ];
      const rows = [
        ...(sealed?.items ?? []).map((item) => row(item, badge('in the batch', 'accent'))),
        ...gathering.map((item) => row(item, badge('waits'))),
      ];
      return {
        sections: [
          { kind: 'facts', title: 'Batch', facts: facts.map(({ name, values }) => ({ name, value: cell(...values) })) },
          {
            ...{ kind: 'table', title, of: title.toLowerCase(), rows, empty: `No ${owner} waits for this batch.` },
            columns: [{ title: capital(owner), holds: 'name' }, { title: 'What' }, { title: 'State' }, { title: 'Wallet' }],
          },
        ],
      };
    },
  };
}

/** Explains to operators what a batch waits for. */
function whyBatch<TItem>({ nounOf, owner, mostItems }: BatchWords<TItem>, { value, context }: Snapshot<TItem>): OwnWhy {
  const { gathering, sealed, outcome, lanes = [], laneOf } = context;
  const noun = nounOf(context);
  const inBatch = countText(sealed?.items.length ?? 0, noun);
  const inLanes = lanes.reduce((sum, { itemKeys }) => sum + itemKeys.length, 0);
  const details = [
    ...(gathering.length > 0 && value !== 'gathering' ? [`${countText(gathering.length, noun)} wait for the next batch.`] : []),
    ...(lanes.length > 0
      ? [`${countText(lanes.length, 'lane')} (actors that each send a full batch for this actor) sent ${countText(inLanes, noun)}.`]
      : []),
  ];
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  switch (value) {
    case 'gathering':
      return say(
        'gathering',
        `${countText(gathering.length, noun)} of at most ${mostItems} are gathered and will be sent in one transaction.`,
      );
    case 'submitting':
      return say(
        'batch-submitted',
        `Batch ${sealed?.id ?? ''} of ${inBatch} is at the transaction sender and waits for the receipt of its transaction.`,
      );
    case 'settling': {
      const hash = outcome?.txHash == null ? '' : ` (${shortHash(outcome.txHash)})`;
      return say(
        'batch-settling',
        `Batch ${sealed?.id ?? ''} of ${inBatch} was ${outcome?.outcome ?? 'ended'}${hash}: the outcome of each ${noun} is being reported to its ${owner}.`,
      );
    }
    default:
      if (laneOf !== undefined) return say('idle', `This lane (an actor that sends full batches) waits for a batch from ${laneOf}.`);
      return say('idle', `No ${noun} is due on chain ${context.chainId}. The batch waits until a ${owner} adds one.`);
  }
}

function reasonOf({ reason }: { readonly reason: string | null }): readonly Value[] {
  return reason === null ? [] : [text(reason)];
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
