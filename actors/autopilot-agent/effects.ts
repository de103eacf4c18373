import type { RecordParams } from '../../machines/autopilot-agent/effect-params.ts';
import type { autopilotAgentMachine } from '../../machines/autopilot-agent.ts';
import type { AutopilotDeployments } from '../../src/features/autopilot/autopilot-deployments.ts';
import type { QuoteTrade } from '../../src/features/autopilot/plan-trade.ts';
import type { PlanAgentTrade } from '../../src/features/autopilot/plan-within-gas.ts';
import type { ReconcileTrades } from '../../src/features/autopilot/reconcile-trades.ts';
import type { FillSubscriber, RecordTrade, TradeFinding } from '../../src/features/autopilot/record-trade.ts';
import type { TellNotes } from '../../src/features/autopilot/tell-notes.ts';
import type { TradeRepository } from '../../src/features/autopilot/trade-repository.ts';
import type { EffectContext, EffectHandlers, EventInput } from '../../src/runtime/define/definition.ts';
import type { Timers } from '../../src/runtime/engine/timers.ts';
import { isExit } from '../../src/values/autopilot/is-exit.ts';
import type { OutcomeKind } from '../../src/values/autopilot/outcome.ts';
import type { TradeItem } from '../../src/values/autopilot/trade-batch.ts';
import { toBaseUnits } from '../../src/values/base-units.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';
import { feeMember } from '../../src/values/vault-fee.ts';
import { type AskToAdd, addEventOf, createJoinBatch, type JoinBatch, type Joining } from '../batch/join-batch.ts';
import { tradeBatch, tradeGatherer } from '../trade-batch/actor.ts';
import { isOpenAt, senderIdOf } from '../transaction-sender/ask-sender.ts';
import { untilRead } from '../until-read.ts';
import type { autopilotAgent } from './actor.ts';

export type AutopilotAgentEffects = EffectHandlers<typeof autopilotAgentMachine, (typeof autopilotAgent)['effects']>;

export type AutopilotEffectDeps = {
  readonly deployments: AutopilotDeployments;
  readonly planTrade: PlanAgentTrade;
  readonly quoteTrade: QuoteTrade;
  readonly trades: TradeRepository;
  readonly recordTrade: RecordTrade;
  readonly tellFill: FillSubscriber;
  readonly tellNotes: TellNotes;
  readonly reconcileTrades: ReconcileTrades;
  /**
   * Hook for crash tests. It is called after a trade's outcome was recorded and before the outcome is acknowledged to the transaction
   * sender. After the acknowledgement, the sender may delete the trade's request.
   */
  readonly faultPoint?: ((name: 'outcome:told') => Promise<void>) | undefined;
  /**
   * Timers for gathering trades before they are sent to a batch. Given only in a process whose store no other process uses; see
   * `createJoinBatch`.
   */
  readonly alone?: Pick<Timers, 'after'> | undefined;
};

/**
 * Outcome kinds that are caused by a change that the owner made after the strategy had decided on the trade. Such outcomes do not count as
 * failures of the strategy; the strategy is evaluated again at the next tick.
 */
const OF_THE_OWNER: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>(['policy-hash-mismatch', 'paused-on-chain', 'inactive-on-chain']);

type Sending = Pick<EffectContext, 'actors' | 'actorId' | 'key'>;

export function createAutopilotAgentEffects(deps: AutopilotEffectDeps): AutopilotAgentEffects {
  const {
    deployments,
    planTrade,
    quoteTrade,
    trades,
    recordTrade,
    tellFill,
    tellNotes,
    reconcileTrades,
    faultPoint = async () => {},
  } = deps;

  const join = createJoinBatch<TradeItem>(askToAdd, deps.alone);

  /**
   * Sends an event about a trade to a transaction sender (the actor that sends the transactions of one key). If the trade is already
   * recorded, the event goes to the sender of the recorded key, even if the agent uses another key now. Otherwise it goes to the sender of
   * the agent's current key. Returns null when this node has no key for the agent.
   */
  async function tellSender({ actors, actorId, key }: Sending, chainId: number, type: string, requestKey: string) {
    const recordId = actorId.slice(actorId.indexOf('/') + 1);
    const executor = (await trades.get(requestKey))?.executor ?? deployments.executorOf(chainId, recordId);
    if (executor === null) return null;
    return actors.send(senderIdOf(chainId, executor), { type, requestKey }, { eventId: `${key}/${type}` });
  }

  /**
   * Withdraws a trade from its batch gatherer (the actor that collects trades for one transaction). The gatherer removes the trade if it is
   * waiting, and refuses it if it arrives later. If the trade's batch is already sealed (complete), the trade stays in that batch.
   */
  async function withdrawItem({ actors, actorId, key }: Sending, chainId: number, itemKey: string, sent: { gatherer?: string } | null) {
    const recordId = actorId.slice(actorId.indexOf('/') + 1);
    const executor = deployments.executorOf(chainId, recordId);
    const gatherer = sent?.gatherer ?? (executor === null ? null : `trade-batch/${tradeGatherer(chainId, executor)}`);
    if (gatherer !== null) await actors.send(gatherer, { type: 'WITHDRAW_ITEM', itemKey }, { eventId: `${key}/WITHDRAW_ITEM` });
  }

  async function record(params: RecordParams, context: EffectContext): Promise<EventInput<typeof autopilotAgentMachine>> {
    const { chainId, tradeId } = params;
    const finding = await untilRead(() => recordTrade(params));
    if (finding.kind === 'gone') {
      const reply = await tellSender(context, chainId, 'RECHECK', tradeId);
      const recordedTrade = await trades.get(tradeId);
      // A transaction sender deletes acknowledged requests. So if the trade's request is missing, an earlier attempt of this effect
      // recorded the trade's outcome and crashed before reporting it.
      const isForgotten = reply !== null && !isOpenAt(reply.snapshot, tradeId);
      if (isForgotten && recordedTrade?.state === 'failed')
        return { type: 'TRADE_FAILED', tradeId, reason: recordedTrade.reason ?? 'The trade failed.' };
      if (!isForgotten || recordedTrade?.fill == null) return { type: 'RECEIPT_GONE', tradeId };
      return { type: 'TRADE_SETTLED', tradeId, fill: recordedTrade.fill, txHash: recordedTrade.txHash, chain: null };
    }
    // When the trade was sent in a batch, the batch itself acknowledges the outcome to the transaction sender.
    if (params.settled.inBatch !== true) {
      await faultPoint('outcome:told');
      await tellSender(context, chainId, 'ACKNOWLEDGE', tradeId);
    }
    return eventOf(tradeId, finding);
  }

  return {
    planTrade: {
      async run({ recordId, wallet, chainId, link, slippageBps, policyHash, trade }) {
        const { tradeId } = trade;
        if (link === null) {
          return { type: 'TRADE_SKIPPED', tradeId, kind: 'not-running', detail: 'The agent does not exist in the vault on chain yet.' };
        }
        const planned = await planTrade({ recordId, wallet, chainId, link, slippageBps, policyHash, trade });
        if (planned.kind === 'planned') return { type: 'TRADE_PLANNED', tradeId, plan: planned.plan };
        const { skip: kind, detail, untilMs = null, parksForMinutes, routes } = planned;
        if (OF_THE_OWNER.has(kind)) return { type: 'TRADE_RETURNED', tradeId, reason: detail };
        const until = untilMs === null ? {} : { untilMs };
        const parks = parksForMinutes === undefined ? {} : { parksForMinutes };
        return { type: 'TRADE_SKIPPED', tradeId, kind, detail, ...until, ...parks, ...(routes === undefined ? {} : { routes }) };
      },
    },
    tradeOnPaper: {
      async run({ recordId, wallet, chainId, slippageBps, feeBps, trade }, { nowMs }) {
        const { tradeId, intent } = trade;
        const quoted = await quoteTrade({ chainId, slippageBps, feeBps, trade, recipient: wallet });
        if (quoted.kind === 'skipped') return { type: 'TRADE_SKIPPED', tradeId, kind: quoted.skip, detail: quoted.detail };
        const amounts = { amountIn: intent.amountIn, amountOut: toBaseUnits(quoted.amountOut), ...feeMember(quoted.fee) };
        const fill = { ...amounts, blockTimeSec: Math.floor(nowMs() / 1000) };
        await tellFill({ recordId, wallet, chainId, agentId: null, tradeId, intent, fill, txHash: null, startedAtMs: trade.startedAtMs });
        return { type: 'TRADE_SETTLED', tradeId, fill, txHash: null, chain: null };
      },
    },
    submitTrade: {
      async run({ recordId, wallet, chainId, trade, plan }, { key, actorId, actors, nowMs }) {
        const { executor, batched, call, deadlineSec, routes } = plan;
        const sent = { executor, deadlineSec, ...(routes === undefined ? {} : { routes }) };
        if (batched !== undefined) {
          const gatherer = tradeGatherer(chainId, executor);
          await trades.open(recordId, trade, { ...sent, gatherer: `trade-batch/${gatherer}` });
          const item = {
            itemKey: trade.tradeId,
            agentActorId: actorId,
            wallet,
            executor,
            isExit: isExit(trade.intent),
            deadlineSec,
            ...batched,
          };
          await addToBatch(join, { key, actors, nowMs }, gatherer, item);
          return null;
        }
        await trades.open(recordId, trade, sent);
        const turn = { turnOf: wallet, isExit: isExit(trade.intent) };
        const request = { type: 'REQUEST', requestKey: trade.tradeId, replyTo: actorId, ...turn, call, deadlineSec };
        await actors.send(senderIdOf(chainId, executor), request, { eventId: key });
        return null;
      },
    },
    withdrawTrade: {
      async run({ chainId, tradeId }, context) {
        const recordedTrade = await trades.get(tradeId);
        // Whether the trade goes into a batch or directly to the transaction sender is known only when it has been recorded. Until then,
        // the trade is withdrawn from both the batch gatherer and the transaction sender.
        if (recordedTrade === null || recordedTrade.gatherer !== undefined) await withdrawItem(context, chainId, tradeId, recordedTrade);
        if (recordedTrade === null || recordedTrade.gatherer === undefined) await tellSender(context, chainId, 'WITHDRAW', tradeId);
        return null;
      },
    },
    recordTrade: { run: record },
    recordBatched: { run: record },
    note: {
      async run(told, { key }) {
        await tellNotes(key, told);
        return null;
      },
    },
    reconcile: {
      async run(agent) {
        const { fills, chain } = await untilRead(() => reconcileTrades(agent));
        return { type: 'RECONCILED', fills, chain };
      },
    },
  };
}

/** Minimum time, in seconds, until the deadline of a trade for the trade to be added to a batch. */
const LEAST_LEFT_SEC = 60;

const askToAdd: AskToAdd<TradeItem> = async (actors, gatherer, add) => {
  const { event, options } = addEventOf(add);
  const { snapshot } = await actors.of(tradeBatch, gatherer).ask(event, options);
  return snapshot.context;
};

/**
 * Adds a trade to the next batch of its executor (the key that signs the batch). A trade that is about to expire is withdrawn instead, and
 * reported as not sent.
 * @throws RetryableError `batch-is-full` when the batch accepts no more waiting trades
 */
async function addToBatch(join: JoinBatch<TradeItem>, joining: Joining, gatherer: string, item: TradeItem): Promise<void> {
  if (await join(joining, gatherer, item)) return;
  const { actors, key, nowMs } = joining;
  const batch = actors.of(tradeBatch, gatherer);
  if (nowMs() / 1_000 > item.deadlineSec - LEAST_LEFT_SEC) {
    await batch.ask({ type: 'WITHDRAW_ITEM', itemKey: item.itemKey }, { eventId: `${key}/WITHDRAW_ITEM` });
    await batch.ask({ type: 'ADD_ITEM', item }, { eventId: `${key}/withdrawn` });
    return;
  }
  throw new RetryableError({
    code: 'batch-is-full',
    message: 'The next batches of trades are full, so the trade is added to a later batch.',
    retryAfterMs: 2_000,
  });
}

function eventOf(tradeId: string, finding: Exclude<TradeFinding, { kind: 'gone' }>) {
  switch (finding.kind) {
    case 'filled':
      return { type: 'TRADE_SETTLED' as const, tradeId, fill: finding.fill, txHash: finding.txHash, chain: finding.chain };
    case 'failed':
      return { type: 'TRADE_FAILED' as const, tradeId, reason: finding.reason };
    case 'returned':
      return { type: 'TRADE_RETURNED' as const, tradeId, reason: finding.reason };
  }
}
