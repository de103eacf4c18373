import * as v from 'valibot';
import { baseUnits, transactionHash } from '../branded.ts';

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

const observation = v.object({
  hash: v.nullable(transactionHash),
  status: v.picklist(['pending', 'success', 'failed']),
  substatus: v.nullable(text),
  reason: v.nullable(text),
  amountOut: v.nullable(baseUnits),
  destinationHash: v.nullable(transactionHash),
  sender: v.picklist(['wallet', 'other', 'unseen']),
});

/**
 * Schemas of the events that other parts of the program and operators can send to a trade. Results of status checks, such as LOOKED, come
 * from the trade's own effects.
 */
export const tradeEvents = {
  SET_HASH: v.object({ type: v.literal('SET_HASH'), hash: transactionHash }),
  HASH_LOST: v.object({ type: v.literal('HASH_LOST'), hash: transactionHash }),
  SET_REFERENCE: v.object({ type: v.literal('SET_REFERENCE'), reference: v.record(v.string(), text) }),
  CLAIMED: v.object({
    type: v.literal('CLAIMED'),
    status: v.nullable(v.picklist(['pending', 'success', 'failed'])),
    destinationHash: v.nullable(text),
  }),
  SET_ASIDE: v.object({ type: v.literal('SET_ASIDE') }),
  OBSERVED: v.object({ type: v.literal('OBSERVED'), observation }),
  DOUBTED: v.object({ type: v.literal('DOUBTED'), observation }),
};
