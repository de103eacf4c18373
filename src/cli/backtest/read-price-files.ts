import { resolve } from 'node:path';
import type { FileOfToken, HistoryInput } from '../../features/autopilot/backtest/open-backtest.ts';
import { parseJsonFile } from '../parse-json-file.ts';
import { readText } from '../read-text.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads the files with historical prices that a command-line argument names: one file, or one file of candles per token, as in
 * `WETH=weth.csv,WBTC=wbtc.csv`.
 * @param folder the user's working directory
 */
export function readPriceFiles(argument: string, folder: string): HistoryInput {
  const named = argument.split(',').map((part) => /^([^=/\\]+)=(.+)$/.exec(part.trim()));
  const [only] = named;
  if (only === null && named.length === 1) return fileAt(argument, folder);
  const files = named.map((match): FileOfToken => {
    const [, tokenName = '', file = ''] = match ?? [];
    if (match === null)
      throw new UsageError(
        `Several price files need the token of each: expected TOKEN=FILE,TOKEN=FILE instead of ${JSON.stringify(argument)}.`,
      );
    return { ...fileAt(file, folder), tokenName };
  });
  const [first] = files;
  return files.length === 1 && first !== undefined ? first : { kind: 'files', path: argument, files };
}

function fileAt(file: string, folder: string): Extract<HistoryInput, { kind: 'csv' | 'json' }> {
  const text = readText(resolve(folder, file));
  const isJson = file.toLowerCase().endsWith('.json');
  return isJson ? { kind: 'json', path: file, document: parseJsonFile(text, file, { isExact: true }) } : { kind: 'csv', path: file, text };
}
