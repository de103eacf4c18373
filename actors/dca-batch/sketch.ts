import type { DcaBatchContext } from '../../machines/dca-batch/context.ts';
import type { RelatedActor } from '../../src/values/inspection/actor-details.ts';
import type { ActorSketch } from '../../src/values/inspection/actor-sketch.ts';

type Snapshot = { readonly context: DcaBatchContext };

/** A batch as the inspector shows it: who is in it. */
export function sketchDcaBatch({ context }: Snapshot): ActorSketch {
  const { chainId, gathering, sealed, outcome } = context;
  const inBatch = (sealed?.items ?? []).map(({ positionActorId: id }): RelatedActor => ({ id, relation: 'is in the batch' }));
  const waiting = gathering.map(({ positionActorId: id }): RelatedActor => ({ id, relation: 'waits for the next batch' }));
  const hash = outcome?.txHash ?? null;
  return {
    tokens: [],
    related: [...inBatch, ...waiting],
    transactions:
      hash === null
        ? []
        : [
            {
              chainId,
              hash,
              nonce: null,
              status: outcome?.outcome === 'reverted' ? 'reverted' : 'mined',
              what: `Batch ${sealed?.id ?? ''}`,
            },
          ],
    domain: null,
    sendsOn: chainId,
    requests: sealed === null ? [] : [{ key: sealed.id, what: `Batch ${sealed.id}` }],
  };
}
