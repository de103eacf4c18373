import { type Attack, CHAIN, type Front, json, walletOf } from './attack.ts';
import { times } from './wire.ts';

const STRATEGIES = 200;
const AUTOPILOT = '/api/defi/autopilot';
const START_SEC = 1_735_689_600;

function policy({ usdc, weth }: Front, strategies: readonly object[], more: object = {}): object {
  const limits = { maxPerTradeUsd: 500, maxPerDayUsd: 1_000, maxTradesPerDay: 50, expiry: Math.floor(Date.now() / 1_000) + 86_400 };
  return {
    ...{ version: 1, wallet: walletOf(3), chainId: CHAIN, budgetToken: usdc.toLowerCase() },
    ...{
      allowTokens: [usdc.toLowerCase(), weth.toLowerCase()],
      limits,
      safety: { minTokenScore: 0 },
      slippageBps: 100,
      strategies,
      ...more,
    },
  };
}

function dips({ weth }: Front, count: number, text = ''): object[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `d${at}`, type: 'dip_buy', tokenOut: weth.toLowerCase(), amount: '1', dropBps: 1 + (at % 100) },
    ...{ lookbackSeconds: 86_400 * 30, cooldownSeconds: 0, ...(text === '' ? {} : { note: text }) },
  }));
}

/** Generates a price history of minutes, as CSV text. */
function history(minutes: number): string {
  const rows = Array.from({ length: minutes }, (_, at) => `${START_SEC + at * 60},1,${3_000 + Math.round(500 * Math.sin(at / 50))}`);
  return ['time,USDC,WETH', ...rows].join('\n');
}

export const workingAttacks: readonly Attack[] = [
  {
    name: 'backtests two at a time',
    async run(front) {
      const strategies = dips(front, 8);
      const body = json({ policy: policy(front, strategies), prices: history(20_000 * front.size), budget: '1000' });
      await times(2 * front.size, 4, async (nth) => {
        const status = await front.wire.ask({
          method: 'POST',
          target: `${AUTOPILOT}/backtest`,
          body,
          from: nth,
          leaveAfterMs: 500 * front.size,
        });
        if (![200, 503].includes(status)) front.problem(`a backtest is answered ${status}`);
      });
    },
  },
  {
    name: 'backtests of histories that are none',
    run: (front) =>
      times(4 * front.size, 4, (nth) => {
        const prices =
          [
            `time,${Array.from({ length: 300 }, (_, at) => `T${at}`).join(',')}\n${'1,'.repeat(500_000)}`,
            `time,USDC,WETH\n${'"'.repeat(4_000_000)}`,
            `time,USDC,WETH\n${'1735689600,1,3000\n'.repeat(200_000)}`,
            '\n'.repeat(7_000_000),
          ][nth % 4] ?? '';
        const body = json({ policy: policy(front, dips(front, 2)), prices, budget: '1000' });
        return front.wire.ask({ method: 'POST', target: `${AUTOPILOT}/backtest`, body, from: nth, leaveAfterMs: 2_000 });
      }),
  },
  {
    name: 'long policies, and many strategies',
    run: (front) =>
      times(30 * front.size, 10, async (nth) => {
        const strategies = dips(front, nth % 2 === 0 ? STRATEGIES : 20, nth % 3 === 0 ? 'x'.repeat(200) : '');
        const body = json({ policyDraft: policy(front, strategies), depositAmount: '9'.repeat(1 + (nth % 70)) });
        const status = await front.wire.ask({ method: 'POST', target: `${AUTOPILOT}/preview`, body, from: nth });
        if (status === 500) front.problem('a long policy is answered 500');
      }),
  },
  {
    name: 'policies of tokens that are none',
    run: (front) =>
      times(40 * front.size, 10, (nth) => {
        const tokens = Array.from({ length: 50 }, (_, at) => walletOf(nth * 50 + at));
        const strategies = tokens
          .slice(0, 20)
          .map((token, at) => ({ id: `t${at}`, type: 'take_profit', token, gainBps: 1, sellBps: 1, cooldownSeconds: 0 }));
        const body = json({ policyDraft: policy(front, strategies, { allowTokens: [front.usdc.toLowerCase(), ...tokens] }) });
        return front.wire.ask({ method: 'POST', target: `${AUTOPILOT}/preview`, body, from: nth });
      }),
  },
  {
    name: 'agents, prices and transactions of nobody',
    run: (front) =>
      times(80 * front.size, 20, (nth) => {
        const hash = `0x${nth.toString(16).padStart(64, '0')}`;
        if (nth % 4 === 0)
          return front.wire.ask({
            method: 'POST',
            target: `${AUTOPILOT}/confirm`,
            body: json({ chainId: CHAIN, txHash: hash }),
            from: nth,
          });
        if (nth % 4 === 1) return front.wire.ask({ method: 'POST', target: `${AUTOPILOT}/sync/${CHAIN}/${nth}`, body: '{}', from: nth });
        if (nth % 4 === 2) return front.wire.ask({ method: 'POST', target: `${AUTOPILOT}/explain/${CHAIN}/${nth}`, body: '{}', from: nth });
        return front.wire.ask({ target: `/api/defi/tx/${hash}`, from: nth });
      }),
  },
  {
    name: 'signatures of nobody',
    run: (front) =>
      times(60 * front.size, 20, async (nth) => {
        const signature = nth % 2 === 0 ? `0x${'ab'.repeat(65)}` : `0x${'00'.repeat(30_000)}${'6492'.repeat(16)}`;
        const signed = { wallet: walletOf(nth), timestamp: Date.now(), signature };
        const body = json({
          ...signed,
          policy: policy(front, dips(front, 20)),
          policyHash: `0x${'1'.repeat(64)}`,
          policySignature: signature,
        });
        const status = await front.wire.ask({ method: 'POST', target: `${AUTOPILOT}/create`, body, from: nth });
        if (status < 400) front.problem(`a signature of nobody is answered ${status}`);
      }),
  },
];
