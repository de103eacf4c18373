import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import { rehearse as runRehearsal } from '../../app/rehearsal/rehearse.ts';
import type { RehearsalReport, RehearsedRow } from '../../app/rehearsal/rehearsed-row.ts';
import { AnvilStartError } from '../../devnet/guard/anvil-process.ts';
import { isAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { parseSlippageBps } from '../../values/slippage-bps.ts';
import { defineCommand } from '../command.ts';
import { CHAIN_OPTIONS, clock, tell, withContracts } from '../contracts/contract-options.ts';
import { text } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST_MINUTES = 120;
const HEADINGS = ['PROVIDER', 'WHAT', 'OUTCOME', 'QUOTED', 'RECEIVED', 'GAS', 'COST', 'WHY'];

export const rehearse = defineCommand({
  name: 'rehearse',
  parameters: '--chain ID [OPTIONS]',
  summary: 'fork a chain, and execute a DCA order and a trade through every quote provider on the fork; sends nothing to the chain itself',
  arguments: {},
  options: {
    ...CHAIN_OPTIONS,
    from: text('TOKEN', 'address or symbol of the token to spend; default: the first dollar token of the Network record'),
    to: text('TOKEN', "address or symbol of the token to buy; default: the chain's wrapped coin"),
    amount: text('AMOUNT', 'amount that the order and the trade each spend, in whole tokens', '100'),
    slippage: text('PERCENT', 'by how many percent the output may be below the quoted amount', '1'),
    holder: text(
      'ADDRESS',
      'an account that has the token to spend; only needed if the command says that it cannot write a balance into the fork',
    ),
    minutes: text('N', 'time limit of the rehearsal in minutes', '10'),
  },
  async run(_none, values, context) {
    const { holder, from = null, to = null, amount } = values;
    if (holder !== undefined && !isAddress(holder.toLowerCase())) throw new UsageError('--holder must be an address: 0x and 40 hex digits');
    const lower = holder?.toLowerCase();
    const limitMs = wholeNumber('--minutes', values.minutes, 1, MOST_MINUTES) * 60_000;
    const slippageBps = parseSlippageBps(values.slippage);
    await withContracts(values, context, false, async (open) => {
      const choices = { from, to, amount, slippageBps, limitMs, holder: isAddress(lower) ? lower : null, tell };
      const report = await ended(runRehearsal(open, choices, clock));
      if (values.json === true) context.say(JSON.stringify(report));
      else for (const line of reportLines(report, open)) context.say(line);
      if (report.rows.some(({ outcome }) => outcome === 'executed')) return;
      const message = `No provider could execute an order or a trade on the fork of chain ${report.chainId}. The table gives each provider's reason.`;
      throw new TerminalError({ code: 'rehearsal-failed', message });
    });
  },
});

/** Converts a failure to start Anvil into an error for the user. The message is the one of Anvil, because it describes what is missing. */
async function ended<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AnvilStartError)) throw error;
    throw new TerminalError({ code: 'no-fork', message: `The chain could not be forked. ${error.message}`, cause: error });
  }
}

function reportLines(report: RehearsalReport, { network }: OpenContracts): string[] {
  const { pair, vaults, notes, rows, chain, chainId, block } = report;
  const vaultText = (name: string, { address, isDeployed }: RehearsalReport['vaults']['dca']) =>
    `${name} ${address}${isDeployed ? ", the chain's own contract" : ', a copy that was deployed on the fork only'}`;
  const executed = rows.filter(({ outcome }) => outcome === 'executed').length;
  return [
    `Forked ${chain} (${chainId}) at block ${block}. Nothing was sent to the chain itself.`,
    `${formatAmount(BigInt(pair.amount), pair.from.decimals)} ${pair.from.symbol} for ${pair.to.symbol}, each time from the same state of the fork.`,
    vaultText('DcaVault', vaults.dca),
    vaultText('AutopilotVault', vaults.autopilot),
    '',
    ...table(
      HEADINGS,
      rows.map((row) => cellsOf(row, report, network.nativeCurrency.decimals)),
    ),
    '',
    `${executed} of ${rows.length} attempts were executed.`,
    ...notes,
  ];
}

function cellsOf(row: RehearsedRow, { pair, coin }: RehearsalReport, coinDecimals: number): string[] {
  const amountText = (amount: string | null) => (amount === null ? '-' : formatAmount(BigInt(amount), pair.to.decimals));
  const cost = row.costWei === null ? '-' : `${formatAmount(BigInt(row.costWei), coinDecimals)} ${coin}`;
  const outcome = [row.provider, row.what, row.outcome, amountText(row.quoted), amountText(row.received), row.gas ?? '-', cost];
  return [...outcome, row.reason ?? ''];
}
