import type { ActorClient } from '../src/runtime/define/client.ts';
import type { Facts } from '../src/runtime/define/definition.ts';
import type { ActorSketch, SketchActor, TransactionsInHand } from '../src/values/inspection/actor-sketch.ts';
import { autopilotAgent } from './autopilot-agent/actor.ts';
import { sketchAutopilotAgent } from './autopilot-agent/sketch.ts';
import { dcaBatch } from './dca-batch/actor.ts';
import { sketchDcaBatch } from './dca-batch/sketch.ts';
import { dcaPosition } from './dca-position/actor.ts';
import { sketchDcaPosition } from './dca-position/sketch.ts';
import { trade } from './trade/actor.ts';
import { sketchTrade } from './trade/sketch.ts';
import { transactionSender } from './transaction-sender/actor.ts';
import { signedOf, sketchTransactionSender } from './transaction-sender/sketch.ts';
import { vaultFollower } from './vault-follower/actor.ts';
import { sketchVaultFollower } from './vault-follower/sketch.ts';

export type SketchDeps = {
  readonly actors: Pick<ActorClient, 'of'>;
  /** What an actor's tick would know now; null when it cannot be had. */
  readonly factsOf: (id: string) => Promise<Facts | null>;
  readonly executorOf: (chainId: number) => string | null;
  readonly nowMs: () => number;
};

/** Draws any of the product's actors for the inspector. */
export function createSketches({ actors, factsOf, executorOf, nowMs }: SketchDeps): {
  readonly sketch: SketchActor;
  readonly inHand: TransactionsInHand;
} {
  return {
    sketch: sketchOf,
    async inHand(id, { sendsOn, requests }) {
      const executor = sendsOn === null ? null : executorOf(sendsOn);
      if (sendsOn === null || executor === null) return [];
      const asked = new Map([...requests, ...(await batchOf(id, sendsOn))].map(({ key, what }) => [key, what]));
      if (asked.size === 0) return [];
      const sender = await actors.of(transactionSender, `${sendsOn}/${executor.toLowerCase()}`).read();
      return sender === null ? [] : signedOf(sender.snapshot.context, asked);
    },
  };

  async function sketchOf(id: string): Promise<ActorSketch | null> {
    const slash = id.indexOf('/');
    const key = id.slice(slash + 1);
    switch (id.slice(0, Math.max(0, slash))) {
      case autopilotAgent.type: {
        const agent = await actors.of(autopilotAgent, key).read();
        return agent && sketchAutopilotAgent(agent.snapshot, nowMs(), await factsOf(id));
      }
      case dcaPosition.type: {
        const position = await actors.of(dcaPosition, key).read();
        return position && sketchDcaPosition(position.snapshot);
      }
      case dcaBatch.type: {
        const batch = await actors.of(dcaBatch, key).read();
        return batch && sketchDcaBatch(batch.snapshot);
      }
      case trade.type: {
        const record = await actors.of(trade, key).read();
        return record && sketchTrade(record.snapshot);
      }
      case transactionSender.type: {
        const sender = await actors.of(transactionSender, key).read();
        return sender && sketchTransactionSender(sender.snapshot);
      }
      case vaultFollower.type: {
        const follower = await actors.of(vaultFollower, key).read();
        return follower && sketchVaultFollower(follower.snapshot);
      }
      default:
        return null;
    }
  }

  /** The batch that a position's order is in goes to the sender under the batch's own key. */
  async function batchOf(id: string, chainId: number): Promise<ActorSketch['requests']> {
    if (!id.startsWith(`${dcaPosition.type}/`)) return [];
    const sealed = (await actors.of(dcaBatch, String(chainId)).read())?.snapshot.context.sealed ?? null;
    const item = sealed?.items.find(({ positionActorId }) => positionActorId === id);
    if (sealed === null || item === undefined) return [];
    return [{ key: sealed.id, what: item.order === null ? 'Pay-out' : `Order ${item.order.orderIndex + 1}` }];
  }
}
