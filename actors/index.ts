import { autopilotAgent } from './autopilot-agent/actor.ts';
import { dcaBatch } from './dca-batch/actor.ts';
import { dcaPosition } from './dca-position/actor.ts';
import { trade } from './trade/actor.ts';
import { transactionSender } from './transaction-sender/actor.ts';
import { vaultFollower } from './vault-follower/actor.ts';

/** The registry: every kind of actor that the product has. */
export const actorDefinitions = [dcaPosition, dcaBatch, vaultFollower, transactionSender, trade, autopilotAgent] as const;
