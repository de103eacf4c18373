import type { DcaBatchContext } from '../../machines/dca-batch/context.ts';
import { MAX_BATCH_ITEMS } from '../../machines/dca-batch/seal.ts';
import { countText, shortHash } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaBatchContext };

/** What a batch waits for. */
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
        `It gathers ${countText(gathering.length, noun)}, up to ${MAX_BATCH_ITEMS}, for a moment before they go out together.`,
      );
    case 'submitting':
      return say(
        'batch-submitted',
        `Batch ${sealed?.id ?? ''} of ${inBatch} is at the sender: it waits for what becomes of the transaction.`,
      );
    case 'settling': {
      const hash = outcome?.txHash == null ? '' : ` (${shortHash(outcome.txHash)})`;
      return say(
        'batch-settling',
        `Batch ${sealed?.id ?? ''} of ${inBatch} was ${outcome?.outcome ?? 'ended'}${hash}: each position is told what became of its ${noun}.`,
      );
    }
    default:
      return say('idle', `No ${noun} is due on chain ${context.chainId}: it waits for a position to hand it one.`);
  }
}
