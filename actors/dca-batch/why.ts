import type { DcaBatchContext } from '../../machines/dca-batch/context.ts';
import { MAX_BATCH_ITEMS } from '../../machines/dca-batch/seal.ts';
import { countText, shortHash } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaBatchContext };

/** Explains what a batch waits for. */
export function whyDcaBatch({ value, context }: Snapshot): OwnWhy {
  const { gathering, sealed, outcome, key } = context;
  const noun = key.endsWith('/claims') ? 'pay-out' : 'order';
  const inBatch = countText(sealed?.items.length ?? 0, noun);
  const details =
    gathering.length > 0 && value !== 'gathering' ? [`${countText(gathering.length, noun)} wait for the batch after it.`] : [];
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  switch (value) {
    case 'gathering':
      return say(
        'gathering',
        `It gathers ${countText(gathering.length, noun)}, up to ${MAX_BATCH_ITEMS}, before they go out in one transaction.`,
      );
    case 'submitting':
      return say(
        'batch-submitted',
        `Batch ${sealed?.id ?? ''} of ${inBatch} was handed to the transaction sender and waits for its receipt.`,
      );
    case 'settling': {
      const hash = outcome?.txHash == null ? '' : ` (${shortHash(outcome.txHash)})`;
      return say(
        'batch-settling',
        `Batch ${sealed?.id ?? ''} of ${inBatch} was ${outcome?.outcome ?? 'ended'}${hash}: the outcome of each ${noun} is being reported to its position.`,
      );
    }
    default:
      return say('idle', `No ${noun} is due on chain ${context.chainId}: it waits for a position to add one.`);
  }
}
