import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { ChannelContext } from '../../src/values/channel-delivery.ts';
import { address, badge, cell, text, time } from '../../src/values/inspection/section-values.ts';
import type { Fact } from '../../src/values/inspection/sections.ts';
import { toned } from '../tone-of-code.ts';
import { whyChannel } from './why.ts';

export type ChannelSnapshot = { readonly value: unknown; readonly context: ChannelContext };

/**
 * Builds the inspection of a notification channel for operators. It does not show the messages' destination, because the actor does not
 * store it.
 */
export const channelInspection: InspectionSpec<ChannelSnapshot> = {
  title: ({ context: { kind, wallet } }) => [text(`${kind[0]?.toUpperCase()}${kind.slice(1)} channel of`), address(wallet)],
  why: toned((snapshot, nowMs) => whyChannel(snapshot, nowMs)),
  show({ value, context }) {
    const { wallet, kind, queue, delivery, lastFailure, failingSinceMs, lastDeliveredAtMs, delivered, missed, resumeAtMs } = context;
    const facts: readonly Fact[] = [
      { name: 'Channel', value: cell(text(kind), badge(String(value), failingSinceMs === null ? 'ok' : 'warn')) },
      { name: 'Wallet', value: cell(address(wallet)) },
      { name: 'Delivered', value: cell(text(String(delivered)), ...(lastDeliveredAtMs === null ? [] : [time(lastDeliveredAtMs)])) },
      { name: 'Waiting', value: cell(text(String(queue.length + (delivery?.ids.length ?? 0)))) },
      { name: 'Not delivered', value: cell(text(String(missed))) },
      ...(resumeAtMs === null ? [] : [{ name: 'Goes on', value: cell(time(resumeAtMs)) }]),
      ...(failingSinceMs === null ? [] : [{ name: 'Failing since', value: cell(time(failingSinceMs)) }]),
      ...(lastFailure === null ? [] : [{ name: 'Last failure', value: cell(text(lastFailure.message), time(lastFailure.atMs)) }]),
    ];
    return { sections: [{ kind: 'facts', title: 'Channel', facts }] };
  },
};
