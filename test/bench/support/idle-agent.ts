import type { SnapshotFrom } from 'xstate';
import { autopilotAgent } from '../../../actors/autopilot-agent/actor.ts';
import { firstEngineState } from '../../../machines/autopilot-agent/first-engine-state.ts';
import { autopilotAgentMachine } from '../../../machines/autopilot-agent.ts';
import { type ImplementedActor, implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { createStepper } from '../../../src/runtime/step/stepper.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import { agentFactKeys } from '../../../src/values/autopilot/fact-keys.ts';
import type { PriceFact } from '../../../src/values/autopilot/facts.ts';
import { shardOf } from '../../../src/values/shard.ts';
import type { Variation } from './fill-store.ts';

const CHAIN_ID = 31_337;
const usdc = addressOf('b1');
const weth = addressOf('c1');

/** Prices for the benchmark's agents; at these prices none of their strategies acts. */
export const idleFacts: ReadonlyMap<string, PriceFact> = new Map([
  [agentFactKeys.price(CHAIN_ID, usdc), priceFact('1')],
  [agentFactKeys.price(CHAIN_ID, weth), priceFact('3000')],
]);

/** Creates the snapshot of a dry-run agent with three strategies. It has been evaluated and has nothing to do for a year. */
export function idleAgent(atMs: number): SnapshotFrom<typeof autopilotAgentMachine> {
  const stepper = createStepper(autopilotAgentMachine);
  const prices = { [usdc]: priceFact('1'), [weth]: priceFact('3000') };
  const expirySec = atMs / 1_000 + 365 * 86_400;
  const engineState = firstEngineState(
    {
      ...{ version: 1, wallet: addressOf('a1'), chainId: CHAIN_ID, budgetToken: usdc, allowTokens: [usdc, weth], slippageBps: 100 },
      limits: { maxPerTradeUsd: 1_000, maxPerDayUsd: 5_000, maxTradesPerDay: 10, expiry: expirySec },
      safety: { minTokenScore: 0 },
      strategies: [
        { id: 'dca', type: 'dca', tokenOut: weth, amount: '10', intervalSeconds: 86_400, startAt: expirySec - 86_400 },
        { id: 'profit', type: 'take_profit', token: weth, priceUsd: '4000', sellBps: 10_000, cooldownSeconds: 3_600 },
        { id: 'stop', type: 'stop_loss', token: weth, priceUsd: '2000', sellBps: 10_000 },
      ],
    },
    { [usdc]: { symbol: 'USDC', decimals: 6 }, [weth]: { symbol: 'WETH', decimals: 18 } },
    atMs,
  );
  const tick = (at: number) => ({ type: 'TICK' as const, at, facts: { agent: null, prices, highs: {}, safety: {} } });
  const { snapshot: first } = stepper.start({
    ...{ recordId: 'r1', policyHash: '0x01', policySignature: '0x02', paperBudget: '100000000', standing: engineState },
    limits: { maxPerTrade: '1000000000', maxPerDay: '5000000000', maxTradesPerDay: 10, expirySec },
  });
  const { snapshot: looked } = stepper.step(first, tick(atMs));
  if (stepper.step(looked, tick(atMs + 60_000)).snapshot !== looked) throw new Error('The agent is not idle: a second look changes it.');
  return looked as SnapshotFrom<typeof autopilotAgentMachine>;
}

/** Creates agents that wake at every tick although they have nothing to do, like agents whose triggers are not in an index. */
export function idleAgentRecord(atMs: number): Variation {
  const { value, context } = idleAgent(atMs);
  return (record: ActorRecord, n: number): ActorRecord => {
    const id = `${autopilotAgent.type}/a${n}`;
    // Each agent gets its own copy of the data, as if it had been loaded from the store; only the code is shared.
    const own = structuredClone(context);
    return { ...record, id, type: autopilotAgent.type, shard: shardOf(id), snapshot: { status: 'active', value, context: { ...own } } };
  };
}

export function implementIdleAgents(): ImplementedActor {
  const never = {
    run: async (): Promise<null> => {
      throw new Error('An idle agent asks for nothing.');
    },
  };
  return implementActor(autopilotAgent, {
    effects: {
      ...{
        planTrade: never,
        tradeOnPaper: never,
        submitTrade: never,
        withdrawTrade: never,
        recordTrade: never,
        recordBatched: never,
        note: never,
        reconcile: never,
      },
    },
    facts: async () => idleFacts,
    topicValues: async () => new Map(),
  });
}

function priceFact(usd: string): PriceFact {
  return { kind: 'price', usd, atMs: 0, source: 'bench', isTrusted: true, doubt: null };
}

function addressOf(digits: string): Address {
  return parseAddress(`0x${digits.repeat(20)}`);
}
