import { type CoinPrice, usdOf } from '../../app/contracts/describe-plan.ts';
import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import type { DeploymentPlan } from '../../app/contracts/plan-deployment.ts';
import { costOf, type LookedStep } from '../../deployment/steps/look-at-steps.ts';
import { formatRational, parseRational } from '../../values/rational.ts';
import { table } from '../table.ts';

/** Number of digits after the decimal point in amounts of the chain's coin. One gas unit at a price of one gwei costs 0.000000001 coins. */
const COIN_DIGITS = 9;

export function planLines({ network, config }: OpenContracts, plan: DeploymentPlan, coin: CoinPrice): string[] {
  const { admin, sender, setUp, routers, looked, notes, problems } = plan;
  const { id, name } = network;
  return [
    `Chain ${id} (${name}), brand ${config.brand}, admin ${admin}`,
    `Executors ${listOf(setUp.executors)}; signers ${listOf(setUp.signers)}; treasury ${setUp.treasury ?? 'none'}; fee of the vaults ${setUp.feeBps} bps, of the relayer ${setUp.relayerFeeBps} bps; delay ${setUp.allowDelaySeconds} s`,
    `Routers: ${listOf(routers.map(({ address, of }) => `${of.join(' and ')} ${address}`))}`,
    '',
    ...stepLines(network.nativeCurrency, looked, coin),
    '',
    ...(sender === null ? ['No key is given that could send transactions.'] : [balanceLine(network.nativeCurrency, plan)]),
    ...notes.map((note) => `Note: ${note}`),
    ...problems.map((problem) => `Refused: ${problem}`),
  ];
}

/** Formats a table of the transaction steps of a plan with their costs, and the total cost. */
export function stepLines(
  { symbol, decimals }: OpenContracts['network']['nativeCurrency'],
  looked: readonly LookedStep[],
  coin: CoinPrice,
): string[] {
  const sum = looked.reduce((total, each) => total + costOf(each), 0n);
  const isRough = looked.some(({ gas }) => gas !== null && !gas.isMeasured);
  const costs = (wei: bigint) => [coinText(wei, decimals), usdText(usdOf(wei, coin, decimals))];
  const rows = looked.map((each) => {
    const { step, state, gas } = each;
    return [
      ...[step.id, state.kind === 'broadcast' ? 'needed' : state.kind],
      ...(gas === null ? ['', '', ''] : [`${gas.isMeasured ? '' : '~'}${gas.units}`, ...costs(costOf(each))]),
      'reason' in state ? state.reason : 'note' in state ? state.note : step.what,
    ];
  });
  return [
    ...table(
      ['STEP', 'STATE', 'GAS', symbol, 'USD', 'WHAT'],
      [...rows, ['total', '', '', ...costs(sum), 'at most, because no transaction is sent with higher fees']],
    ),
    ...(isRough ? ['~ marks an upper estimate: the chain can only estimate the step after the steps above it are done.'] : []),
    coin.usd === null
      ? `No price of ${symbol}: ${coin.reason}. Give the price with --price.`
      : `${symbol} at ${coin.usd} USD (${coin.source}).`,
  ];
}

function balanceLine({ symbol, decimals }: OpenContracts['network']['nativeCurrency'], plan: DeploymentPlan): string {
  const { sender, balanceWei, neededWei } = plan;
  const has = coinText(balanceWei ?? 0n, decimals);
  const enough = (balanceWei ?? 0n) >= neededWei ? '' : ': too little';
  return `The key's account ${sender} has ${has} ${symbol}, and needs up to ${coinText(neededWei, decimals)}${enough}.`;
}

function coinText(wei: bigint, decimals: number): string {
  const text = formatRational({ numerator: wei, denominator: 10n ** BigInt(decimals) }, COIN_DIGITS);
  return wei > 0n && /^0\.0+$/.test(text) ? `<0.${'0'.repeat(COIN_DIGITS - 1)}1` : text;
}

function usdText(usd: string | null): string {
  if (usd === null) return '?';
  const text = formatRational(parseRational(usd), 2);
  return text === '0.00' && usd !== '0' ? '<0.01' : text;
}

export function listOf(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(', ');
}
