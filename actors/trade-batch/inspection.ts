import { MAX_BATCH_TRADES } from '../../machines/trade-batch.ts';
import type { TradeItem } from '../../src/values/autopilot/trade-batch.ts';
import { createBatchInspection } from '../batch/batch-inspection.ts';

/** The inspection of a batch of agents' trades for operators. */
export const tradeBatchInspection = createBatchInspection<TradeItem>({
  type: 'trade-batch',
  mostItems: MAX_BATCH_TRADES,
  nounOf: () => 'trade',
  owner: 'agent',
  title: 'Trades',
  actorIdOf: ({ agentActorId }) => agentActorId,
  whatOf: ({ isExit, trade }) => `${isExit ? 'Exit' : 'Trade'} of agent ${trade.agentId}`,
});
