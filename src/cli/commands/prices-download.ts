import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStoreAt } from '../../app/open-store.ts';
import { settingsOf } from '../../config/compile-settings.ts';
import { createDefillamaArchive } from '../../market/prices/history/defillama-history.ts';
import { downloadPrices } from '../../market/prices/history/download-prices.ts';
import { marketSettings } from '../../market/prices/settings.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { type ChainAddress, isAddress, parseAddress } from '../../values/address.ts';
import { parseDayOrTime } from '../../values/iso-time.ts';
import { defineCommand } from '../command.ts';
import { STORE_OPTION, text } from '../options.ts';
import { readText } from '../read-text.ts';
import { chosenStore, requireStore } from '../store-address.ts';
import { tokenBySymbol } from '../token-by-symbol.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LEAST_INTERVAL_MS = 30_000;
const MOST_GAPS = 10;

export const pricesDownload = defineCommand({
  name: 'prices download',
  parameters: 'FILE.csv --tokens SYMBOL,... --chain ID --from TIME --to TIME [--interval 5m]',
  summary: 'download past prices from DefiLlama to a file for backtests; continues after the last row of an existing file',
  arguments: { file: 'FILE' },
  options: {
    tokens: text('SYMBOL,...', "symbols of the store's tokens, or addresses, separated by commas; one column for each"),
    chain: text('ID', 'id of the chain of the tokens', '1'),
    from: text('TIME', 'first time, such as 2025-01-01 or 2025-01-01T12:00:00Z'),
    to: text('TIME', 'last time; default: now'),
    interval: text('TIME', 'time between two rows: a number followed by s, m, h or d; at least 30s', '5m'),
    ...STORE_OPTION,
  },
  async run({ file }, { tokens, chain, from, to, interval, store }, { say, config, folder }) {
    if (tokens === undefined || from === undefined) throw new UsageError('--tokens and --from are required');
    const chainId = wholeNumber('--chain', chain, 1, Number.MAX_SAFE_INTEGER);
    const everyMs = intervalOf(interval);
    const nowMs = Date.now();
    const fromMs = Math.ceil(timeOf('--from', from) / everyMs) * everyMs;
    const toMs = Math.min(to === undefined ? nowMs : timeOf('--to', to), nowMs);
    if (toMs < fromMs) throw new UsageError('--to must be after --from, and --from must be in the past');
    const settings = config();
    const address = chosenStore(store, settings, folder);
    const columns = await columnsOf(tokens, chainId, address);
    const path = resolve(folder, file);
    const archive = createDefillamaArchive({
      ...{ baseUrl: settingsOf(settings, marketSettings).defillamaUrl, fetch, clock: { now: () => Date.now() }, chainId },
      tokens: columns.map(({ token }) => token),
      async wait(ms, why) {
        say(`${why}: the next attempt is in ${Math.ceil(ms / 1_000)} s.`);
        await Bun.sleep(ms);
      },
    });
    const { rows, resumedAfterMs, gaps } = await downloadPrices(
      archive,
      {
        text: existsSync(path) ? readText(path) : null,
        keep: (length) => truncateSync(path, length),
        append: (added) => appendFileSync(path, added, { mode: 0o600 }),
      },
      { columns, fromMs, toMs, everyMs, onProgress: (doneMs) => say(`Prices up to ${new Date(doneMs).toISOString()} are in ${file}.`) },
    );
    const names = new Map(columns.map(({ name, token }) => [token, name]));
    say(`${rows} rows were added to ${file}${resumedAfterMs === null ? '' : `, after ${new Date(resumedAfterMs).toISOString()}`}.`);
    for (const gap of gaps.slice(0, MOST_GAPS))
      say(
        `There are no prices of ${names.get(gap.token)} from ${new Date(gap.fromMs).toISOString()} to ${new Date(gap.toMs).toISOString()}.`,
      );
    if (gaps.length > MOST_GAPS)
      say(`${gaps.length - MOST_GAPS} further gaps are not listed; their cells are empty, or their rows missing.`);
  },
});

/** Finds the tokens that are named by symbol in the store's list of tokens. When all tokens are named by address, no store is opened. */
async function columnsOf(tokenNames: string, chainId: number, storeAt: string): Promise<{ name: string; token: ChainAddress }[]> {
  const names = tokenNames.split(',').map((name) => name.trim());
  const lowered = names.map((name) => name.toLowerCase());
  if (new Set(lowered).size < names.length || names.includes('')) throw new UsageError('--tokens must name each token once');
  if (lowered.every((name) => isAddress(name))) return names.map((name) => ({ name, token: parseAddress(name.toLowerCase()) }));
  requireStore(storeAt, 'Symbols are looked up in the store. Give the addresses of the tokens, or start the service once.');
  const clock = { now: () => Date.now() };
  const store = await openStoreAt(storeAt, clock);
  try {
    const listed = await createTokens({ records: store.records, clock }).listOf(chainId);
    return names.map((name) => {
      if (isAddress(name.toLowerCase())) return { name, token: parseAddress(name.toLowerCase()) };
      const { symbol, address } = tokenBySymbol(listed, name, chainId);
      return { name: symbol, token: address };
    });
  } finally {
    await store.close();
  }
}

function timeOf(option: string, given: string): number {
  const atMs = parseDayOrTime(given);
  if (atMs !== null) return atMs;
  throw new UsageError(`${option} must be a day such as 2025-01-31 or a time such as 2025-01-31T12:00:00Z, not ${JSON.stringify(given)}`);
}

function intervalOf(given: string): number {
  const [, number = '', unit = ''] = /^([1-9][0-9]{0,4})([smhd])$/.exec(given) ?? [];
  const ms = Number(number) * (UNITS_MS[unit] ?? 0);
  if (ms >= LEAST_INTERVAL_MS) return ms;
  throw new UsageError(`--interval must be at least 30s: a number followed by s, m, h or d, such as 5m, not ${JSON.stringify(given)}`);
}
