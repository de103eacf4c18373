import { expect, test } from 'bun:test';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

const CHAIN = 137;
const START_SEC = 1_735_689_600;

type Listed = { readonly pid: number; readonly parent: number; readonly state: string; readonly command: string };

function listed(): readonly Listed[] {
  const { stdout } = Bun.spawnSync(['ps', '-axo', 'pid=,ppid=,stat=,command=']);
  return stdout
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), state, command }];
    });
}

/** Returns the ids of the backtest processes that this service has started. */
function backtestsOf(service: number): readonly number[] {
  return listed().flatMap(({ pid, parent, command }) => (parent === service && command.includes('backtest-process') ? [pid] : []));
}

/** Whether the process is running. A dead process that its parent has not reaped is still listed, but with state Z. */
function isAlive(wanted: number): boolean {
  return listed().some(({ pid, state }) => pid === wanted && !state.startsWith('Z'));
}

/** Starts a backtest over a year of minute prices, and returns its stream and the id of its process. */
async function beginLargeBacktest(service: Service): Promise<{ stream: Promise<string>; pid: number }> {
  const listed = (await (await fetch(`${service.url}/common/token/${CHAIN}`)).json()) as { data: { symbol: string; address: string }[] };
  const tokenOf = (symbol: string) => listed.data.find((token) => token.symbol === symbol)?.address.toLowerCase() ?? symbol;
  const [usdc, weth] = [tokenOf('USDC'), tokenOf('WETH')];
  const strategies = Array.from({ length: 8 }, (_, at) => ({
    ...{ id: `d${at}`, type: 'dip_buy', tokenOut: weth, amount: '1', dropBps: 1 + at, lookbackSeconds: 86_400, cooldownSeconds: 0 },
  }));
  const policy = {
    ...{ version: 1, wallet: `0x${'a1'.repeat(20)}`, chainId: CHAIN, budgetToken: usdc, allowTokens: [usdc, weth] },
    limits: { maxPerTradeUsd: 500, maxPerDayUsd: 1_000, maxTradesPerDay: 50, expiry: Math.floor(Date.now() / 1_000) + 86_400 },
    ...{ safety: { minTokenScore: 0 }, slippageBps: 100, strategies },
  };
  const rows = Array.from({ length: 200_000 }, (_, at) => `${START_SEC + at * 60},1,${3_000 + Math.round(500 * Math.sin(at / 50))}`);
  const response = await fetch(`${service.url}/defi/autopilot/backtest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ policy, prices: ['time,USDC,WETH', ...rows].join('\n'), budget: '1000' }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  const pid = await waitFor(() => backtestsOf(service.pid)[0], { what: 'the process of the backtest' });
  return { stream: response.text().catch(() => 'cut'), pid };
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`after ${signal} no process of a backtest is left`, async () => {
    await using service = await spawnService({ env: { DEVNET: '0' } });
    const { stream, pid } = await beginLargeBacktest(service);
    expect(isAlive(pid)).toBe(true);
    await service.end(signal);
    await waitFor(() => !isAlive(pid), { what: 'the end of the process' });
    expect(await stream).not.toContain('event: end');
  });
