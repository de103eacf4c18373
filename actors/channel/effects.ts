import type { channelMachine } from '../../machines/channel.ts';
import type { Deliver, SwitchOffChannel } from '../../src/features/channels/deliver.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import { implementActor } from '../../src/runtime/define/implement-actor.ts';
import type { DeliverParams } from '../../src/values/channel-delivery.ts';
import { channel } from './actor.ts';

export type ChannelEffects = EffectHandlers<typeof channelMachine, (typeof channel)['effects']>;

export function createChannelActor(deps: { readonly deliver: Deliver; readonly switchOff: SwitchOffChannel }) {
  const attempt = {
    run: (params: DeliverParams, { attempt: number, signal, nowMs }: EffectContext) =>
      deps.deliver({ ...params, isFirst: number === 1 && params.failures === 0, nowMs: nowMs(), signal }),
  };
  const effects: ChannelEffects = {
    deliver: attempt,
    deliverSoon: attempt,
    deliverLater: attempt,
    switchOff: {
      async run(params) {
        await deps.switchOff(params);
        return null;
      },
    },
  };
  return implementActor(channel, { effects });
}
