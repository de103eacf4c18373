import type { tradeBatchMachine } from '../../machines/trade-batch.ts';
import type { SettleTrades } from '../../src/features/autopilot/settle-trades.ts';
import type { MakeTradesCall } from '../../src/features/autopilot/trades-call.ts';
import type { EffectHandlers } from '../../src/runtime/define/definition.ts';
import type { TradeItem } from '../../src/values/autopilot/trade-batch.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { type BatchEffectDeps, createBatchEffects } from '../batch/batch-effects.ts';
import type { tradeBatch } from './actor.ts';

export type TradeBatchEffects = EffectHandlers<typeof tradeBatchMachine, (typeof tradeBatch)['effects']>;

export function createTradeBatchEffects(deps: {
  makeTradesCall: MakeTradesCall;
  settleTrades: SettleTrades;
  faultPoint?: BatchEffectDeps<TradeItem>['faultPoint'];
}): TradeBatchEffects {
  const { makeTradesCall, settleTrades, faultPoint } = deps;
  return createBatchEffects<TradeItem>({
    type: 'trade-batch',
    makeCall: makeTradesCall,
    executorOf: (_chainId, batch) => batch.items[0]?.executor ?? null,
    async tellOutcome({ chainId, batch, outcome: settled }, { actors }) {
      if (!(await settleTrades(chainId, batch, settled))) return { kind: 'gone' };
      const { outcome, txHash, reason } = settled;
      const told = { ...(txHash === null ? {} : { txHash }), ...(reason === null ? {} : { reason }) };
      const untold = await Promise.all(
        batch.items.map(async ({ itemKey, agentActorId }) => {
          const event = { type: 'TX_SETTLED', requestKey: itemKey, outcome, ...told, inBatch: true };
          try {
            await actors.send(agentActorId, event, { eventId: `${itemKey}/${outcome}/${txHash ?? ''}` });
            return [];
          } catch (error) {
            // The agent's actor does not exist any more, because an operator has deleted its record. So the outcome need not be delivered.
            if (error instanceof TerminalError && error.code === 'actor-not-found') return [];
            // The agent could not accept the outcome of its trade now. The outcome is sent to the agent later, so that the other agents of
            // the batch do not have to wait.
            return [itemKey];
          }
        }),
      );
      return { kind: 'told', untold: untold.flat() };
    },
    faultPoint,
  });
}
