import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import type { LookedStep } from '../../deployment/steps/look-at-steps.ts';
import { safeBatches, unsignedTransactions } from '../../deployment/steps/transaction-files.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { UsageError } from '../usage-error.ts';

type Values = { readonly yes: boolean | undefined; readonly unsigned: string | undefined; readonly safe: string | undefined };

/** Whether the transactions are written to files instead of sent. @throws UsageError */
export function isWritten({ yes, unsigned, safe }: Values): boolean {
  const isAsked = unsigned !== undefined || safe !== undefined;
  if (isAsked && yes === true) throw new UsageError('--unsigned and --safe send nothing, so --yes is not accepted with them');
  return isAsked;
}

/**
 * Writes the transactions that are still needed to the files of the options.
 * @returns a line about each file
 * @throws TerminalError `file-not-written`
 */
export function writeTransactions(
  { unsigned, safe }: Values,
  { network }: Pick<OpenContracts, 'network'>,
  admin: Address,
  looked: readonly LookedStep[],
  { folder, nowMs }: { readonly folder: string; readonly nowMs: number },
): string[] {
  const needed = looked.filter(({ state }) => state.kind === 'needed');
  if (needed.length === 0) return ['There is nothing to write: the chain needs no transaction.'];
  const files: (readonly [string, JsonObject])[] = [];
  if (unsigned !== undefined) files.push([unsigned, unsignedTransactions(network.id, looked)]);
  if (safe !== undefined) {
    for (const [index, batch] of safeBatches(network.id, admin, looked, nowMs).entries()) files.push([partOf(safe, index), batch]);
  }
  const lines = files.map(([path, content]) => {
    write(resolve(folder, path), content);
    return `Written: ${path}`;
  });
  const order = files.length > 1 && safe !== undefined ? ' The Safe files must be executed in their order.' : '';
  return [...lines, `Nothing was sent.${order} Once they are mined, run the command again: it reads what the chain has then.`];
}

/** `safe.json`, `safe.2.json`, ... */
function partOf(path: string, index: number): string {
  if (index === 0) return path;
  return /\.json$/i.test(path) ? path.replace(/\.json$/i, `.${index + 1}.json`) : `${path}.${index + 1}`;
}

function write(path: string, content: JsonObject): void {
  try {
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'file-not-written', message: `${path} cannot be written: ${why}`, cause });
  }
}
