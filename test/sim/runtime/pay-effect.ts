import type { EffectContext } from '../../../src/runtime/define/definition.ts';
import type { VirtualTime } from '../../../src/test-kit/virtual-time.ts';
import { IndeterminateError } from '../../../src/values/errors/indeterminate-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import type { OutsideWorld } from './outside-world.ts';

export type PayEffectDeps = {
  readonly world: OutsideWorld;
  readonly random: () => number;
  /** Returns the current probability of injected faults, from 0 to 1. */
  readonly trouble: () => number;
  readonly timers: () => VirtualTime['timers'];
  /**
   * Whether the effect's handler first looks up whether the payment was made, as the runtime requires. The simulation must detect a handler
   * that does not.
   */
  readonly looksUp: boolean;
};

const OUTCOMES = [
  'terminal',
  'retryable',
  'sent, no answer',
  'not sent, no answer',
  'sent, broken',
  'hangs',
  'sent, hangs',
  'slow',
] as const;
const never = () => new Promise<never>(() => undefined);

/** Creates a payment effect with injected faults: it fails, hangs, or takes effect without an answer. */
export function createPayEffect({ world, random, trouble, timers, looksUp }: PayEffectDeps) {
  const paid = (order: number) => ({ type: 'PAID' as const, order });

  return {
    async run({ order }: { order: number }, { key, actorId, signal, nowMs }: EffectContext) {
      const act = () => world.pay(key, actorId, order);
      if (random() >= trouble()) {
        act();
        return paid(order);
      }
      switch (OUTCOMES[Math.floor(random() * OUTCOMES.length)]) {
        case 'terminal':
          throw new TerminalError({ code: 'refused', message: 'refused' });
        case 'retryable':
          throw new RetryableError({ code: 'busy', message: 'busy', retryAfterMs: Math.floor(random() * 20_000) });
        case 'sent, no answer':
          act();
          throw new IndeterminateError({ code: 'no-answer', message: 'no answer' });
        case 'not sent, no answer':
          throw new IndeterminateError({ code: 'no-answer', message: 'no answer' });
        case 'sent, broken':
          act();
          throw new Error('the answer cannot be read');
        case 'hangs':
          return never();
        case 'sent, hangs':
          act();
          return never();
        default: {
          const startedMs = nowMs();
          await new Promise<void>((resolve) => timers().after(1_000 + Math.floor(random() * 12_000), resolve));
          // This attempt was aborted, or its time is over. It must not pay any more, because another attempt may already be looking up
          // whether this one has paid.
          if (signal.aborted || Math.abs(nowMs() - startedMs) > 20_000) return never();
          act();
          return paid(order);
        }
      }
    },
    async reconcile({ order }: { order: number }, { key }: EffectContext) {
      if (random() < trouble() / 4) throw new RetryableError({ code: 'busy', message: 'busy' });
      return looksUp && world.wasPaid(key) ? { happened: true as const, event: paid(order) } : { happened: false as const };
    },
  };
}
