import type { TradeContext } from '../../machines/trade/context.ts';
import type { LookParams, tradeMachine } from '../../machines/trade.ts';
import type { HashRepository } from '../../src/features/trades/hash-repository.ts';
import type { TradeReading, TradeStatusSource } from '../../src/features/trades/trade-record.ts';
import type { EffectContext, EffectHandlers, InspectionSource } from '../../src/runtime/define/definition.ts';
import { type ImplementedActor, implementActor } from '../../src/runtime/define/implement-actor.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { trade } from './actor.ts';
import type { TradeTimes } from './details.ts';

export type TradeEffectDeps = { readonly status: TradeStatusSource; readonly hashes: HashRepository };
export type TradeEffects = EffectHandlers<typeof tradeMachine, (typeof trade)['effects']>;

export function createTradeEffects({ status, hashes }: TradeEffectDeps): TradeEffects {
  const look = {
    async run({ tradeId, lookNo }: LookParams, context: EffectContext) {
      const shown = await readTrade(tradeId, context);
      const observation = await status.statusOf(shown, context.signal);
      // The aggregator reported the hash of the trade's transaction. Store the hash, so that the next status check looks for the
      // transaction on the chain.
      const { sourceHash = null } = observation;
      if (sourceHash !== null && shown.hash === null) return { type: 'SET_HASH' as const, hash: sourceHash };
      return { type: 'LOOKED' as const, lookNo, observation };
    },
  };

  return {
    lookIn10s: look,
    lookIn20s: look,
    lookIn40s: look,
    lookIn80s: look,
    lookIn160s: look,
    lookIn300s: look,
    lookIn3600s: look,
    keepHash: {
      async run({ tradeId, hash, previous }, context) {
        // The hash of the trade's transaction may have changed since this effect was requested, so the effect reads the record's current
        // hash.
        const shown = await readTrade(tradeId, context);
        for (const other of [previous, hash]) if (other !== null && other !== shown.hash) await hashes.release(other, tradeId);
        if (shown.hash !== hash) return null;
        const holder = await hashes.offerOf(shown, hash);
        return holder.isProved && holder.wallet !== shown.terms.wallet ? { type: 'HASH_LOST', hash } : null;
      },
    },
  };
}

export function createTradeActor(
  deps: TradeEffectDeps & {
    readonly inspection?: InspectionSource<{ readonly value: unknown; readonly context: TradeContext }, TradeTimes>;
  },
): ImplementedActor {
  return implementActor(trade, { effects: createTradeEffects(deps), inspection: deps.inspection });
}

/** Reads the trade whose effect is running. The copy in memory suffices, because it contains the commit that requested the effect. */
async function readTrade(tradeId: string, { actors }: EffectContext): Promise<TradeReading> {
  const found = await actors.of(trade, tradeId).read({ mayBeCached: true });
  if (found !== null) return found.view;
  throw new TerminalError({ code: 'trade-not-found', message: `The trade ${tradeId} does not exist.`, status: 404 });
}
