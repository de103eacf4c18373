import type { rampOrderMachine } from '../../machines/ramp-order.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import { type ImplementedActor, implementActor } from '../../src/runtime/define/implement-actor.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import type { RampArrival, RampOrderReading, RampReport, TellParams } from '../../src/values/ramp-order.ts';
import { rampOrder } from './actor.ts';

export type RampAnswer = { readonly report: RampReport | null; readonly arrival: RampArrival | null };

export type RampOrderEffectDeps = {
  /** Requests the state of an order from its provider, and looks for the delivered crypto on the chain. */
  readonly ask: (order: RampOrderReading, signal: AbortSignal) => Promise<RampAnswer>;
  /** Stores a notification about a change of an order for the order's wallet. Repeating the call for the same change has no effect. */
  readonly tell: (order: RampOrderReading, change: TellParams) => Promise<void>;
};

export type RampOrderEffects = EffectHandlers<typeof rampOrderMachine, (typeof rampOrder)['effects']>;

export function createRampOrderActor({ ask, tell }: RampOrderEffectDeps): ImplementedActor {
  const effects: RampOrderEffects = {
    ask: {
      async run({ reference, askNo }, context) {
        const { report, arrival } = await ask(await readOrder(reference, context), context.signal);
        return { type: 'ANSWERED', askNo, report, arrival };
      },
    },
    tell: {
      async run(change, context) {
        await tell(await readOrder(change.reference, context), change);
        return null;
      },
    },
  };
  return implementActor(rampOrder, { effects });
}

/** Reads the order whose effect is running. The copy in memory suffices, because it contains the commit that requested the effect. */
async function readOrder(reference: string, { actors }: EffectContext): Promise<RampOrderReading> {
  const found = await actors.of(rampOrder, reference).read({ mayBeCached: true });
  if (found !== null) return found.view;
  throw new TerminalError({ code: 'ramp-order-not-found', message: `The ramp order ${reference} does not exist.`, status: 404 });
}
