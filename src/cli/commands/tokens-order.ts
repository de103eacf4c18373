import { openStoreAt } from '../../app/open-store.ts';
import { runTokenOrdering } from '../../app/token-ordering.ts';
import type { ChainOrder, TokenOrderReport } from '../../market/tokens/order-tokens.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { randomIds } from '../../values/id-source.ts';
import { defineCommand } from '../command.ts';
import { operatorName } from '../operator/operator-name.ts';
import { flag, JSON_OPTION, STORE_OPTION, text } from '../options.ts';
import { chosenStore, requireStore } from '../store-address.ts';
import { table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  chain: text('ID', 'only tokens of this chain'),
  apply: flag('make the changes; without it nothing is changed'),
  ...STORE_OPTION,
  ...JSON_OPTION,
};

/** Ranks the tokens of each chain and shows the changes. The changes are stored only with `--apply`. */
export const tokensOrder = defineCommand({
  name: 'tokens order',
  parameters: '[--chain ID] [--apply] [--json]',
  summary: 'compute the rank of tokens from the priority rules and the curated list; shows the changes, and makes them with --apply',
  arguments: {},
  options: OPTIONS,
  async run(_none, values, { say, config, folder }) {
    const chainId = values.chain === undefined ? undefined : wholeNumber('--chain', values.chain, 1);
    const settings = config();
    const address = chosenStore(values.store, settings, folder);
    requireStore(address, 'Start the service once to create it.');
    const clock = { now: () => Date.now() };
    const store = await openStoreAt(address, clock);
    try {
      const options = { by: operatorName(), isApplied: values.apply === true, ...(chainId === undefined ? {} : { chainId }) };
      const report = await runTokenOrdering(settings, { records: store.records, clock, ids: randomIds }, options);
      if (values.json === true) say(JSON.stringify(report));
      else for (const line of linesOf(report)) say(line);
      const problem = problemOf(report);
      if (problem !== null) throw problem;
    } finally {
      await store.close();
    }
  },
});

function linesOf(report: TokenOrderReport): string[] {
  const { chains, isApplied } = report;
  const rows = chains.flatMap((chain) => rowsOf(chain, isApplied));
  const counted = chains.map((chain) => [
    `${chain.chainId}`,
    chain.name,
    chain.list,
    ...[chain.changes.length - chain.overtaken.length, chain.byHand.length, chain.unchanged].map(String),
  ]);
  return [
    ...(rows.length === 0 ? [] : [...table(['CHAIN', 'SYMBOL', 'ADDRESS', 'ORDER', 'WHAT'], rows), '']),
    ...table(['CHAIN', 'NAME', 'LIST', isApplied ? 'CHANGED' : 'TO CHANGE', 'BY HAND', 'UNCHANGED'], counted),
    '',
    closingLine(report),
  ];
}

function rowsOf({ chainId, changes, byHand, overtaken }: ChainOrder, isApplied: boolean): string[][] {
  const what = isApplied ? 'changed' : 'would change';
  return [
    ...changes.map((change) => [
      ...[`${chainId}`, change.symbol, change.address, `${change.from ?? 'none'} -> ${change.to}`],
      overtaken.includes(change) ? 'not changed, because another process changed the token meanwhile' : what,
    ]),
    ...byHand.map(({ symbol, address, order, rank }) => [
      ...[`${chainId}`, symbol, address, `${order ?? 'none'}`],
      `not on the curated list: its rank was set by hand and is kept (by the rules, it would be ${rank})`,
    ]),
  ];
}

function closingLine({ isApplied, lists, chains }: TokenOrderReport): string {
  const changes = chains.reduce((sum, chain) => sum + chain.changes.length - chain.overtaken.length, 0);
  if (changes === 0) return chains.every(({ list }) => list === 'failed') ? 'Nothing was written.' : 'There is nothing to change.';
  if (!isApplied) return `Nothing was written. Add --apply to change the rank of ${tokensText(changes)}.`;
  const done = `The rank of ${tokensText(changes)} was changed.`;
  if (lists === 'cleared') return `${done} Cached token lists of all nodes were cleared.`;
  const why = lists === 'unreachable' ? 'Redis could not be reached, so' : 'Without Redis';
  return `${done} ${why} a running service returns the old order for up to five minutes.`;
}

function tokensText(count: number): string {
  return count === 1 ? 'one token' : `${count} tokens`;
}

/** Returns the error that ends the command with exit code 1 after its report; null when the report contains no problem. */
function problemOf({ chains }: TokenOrderReport): TerminalError | null {
  const failed = chains.filter(({ list }) => list === 'failed');
  const overtaken = chains.reduce((sum, chain) => sum + chain.overtaken.length, 0);
  const problems = [
    ...failed.map(({ chainId, failure }) => `Chain ${chainId} was not changed: ${failure?.message}`),
    ...(overtaken === 0 ? [] : [`${overtaken} tokens were changed by another process meanwhile: run the command again.`]),
    ...(chains.length > 0 && chains.every(({ list }) => list === 'not-carried')
      ? ['The curated list contains none of these chains. Check CURATED_LIST_URL.']
      : []),
  ];
  return problems.length === 0 ? null : new TerminalError({ code: 'tokens-order-incomplete', message: problems.join('\n') });
}
