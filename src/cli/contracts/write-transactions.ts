import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import type { LookedStep } from '../../deployment/steps/look-at-steps.ts';
import { isTransactionFile, safeBatches, unsignedTransactions } from '../../deployment/steps/transaction-files.ts';
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
 * Writes the transactions that still have to be sent to the files that the options name. Files that an earlier run has written and that are
 * no longer valid are removed.
 * @returns a line about each file
 * @throws TerminalError `file-not-written`, `file-not-removed`
 */
export function writeTransactions(
  { unsigned, safe }: Values,
  { network }: Pick<OpenContracts, 'network'>,
  admin: Address,
  looked: readonly LookedStep[],
  { folder, nowMs }: { readonly folder: string; readonly nowMs: number },
): string[] {
  const needed = looked.filter(({ state }) => state.kind === 'needed');
  if (needed.length === 0) {
    const stale = [...(unsigned === undefined ? [] : [unsigned]), ...(safe === undefined ? [] : partsFrom(safe, 0))];
    return ['No file was written, because no transaction is needed.', ...removeStale(folder, stale)];
  }
  const files: (readonly [string, JsonObject])[] = [];
  if (unsigned !== undefined) files.push([unsigned, unsignedTransactions(network.id, looked)]);
  const batches = safe === undefined ? [] : safeBatches(network.id, admin, looked, nowMs);
  if (safe !== undefined) for (const [index, batch] of batches.entries()) files.push([partOf(safe, index), batch]);
  const lines = files.map(([path, content]) => {
    write(resolve(folder, path), content);
    return `Written: ${path}`;
  });
  const removed = safe === undefined ? [] : removeStale(folder, partsFrom(safe, batches.length));
  const order = batches.length > 1 ? ' Execute the Safe files in the order of their numbers.' : '';
  // A transaction that is already signed must be sent unchanged, so it cannot be written to a file for another wallet to sign.
  const signed = looked.flatMap(({ step, state }) =>
    state.kind === 'broadcast'
      ? [
          `Not in the files: ${step.id}. Before you use the files, send its transaction with "deploy --yes" and the same --admin; any account can do this.`,
        ]
      : [],
  );
  return [
    ...lines,
    ...removed,
    ...signed,
    `Nothing was sent.${order} Run the command again when the transactions are mined: it then shows what is still missing.`,
  ];
}

/** Returns the name of the transaction file with the number `index`: `safe.json`, `safe.2.json`, ... */
function partOf(path: string, index: number): string {
  if (index === 0) return path;
  return /\.json$/i.test(path) ? path.replace(/\.json$/i, `.${index + 1}.json`) : `${path}.${index + 1}`;
}

/** Maximum number of transaction files that one run can write. It limits the search for files of earlier runs. */
const MOST_PARTS = 20;

function partsFrom(path: string, first: number): string[] {
  return Array.from({ length: Math.max(0, MOST_PARTS - first) }, (_, i) => partOf(path, first + i));
}

/**
 * Removes transaction files of an earlier run, because sending their transactions again would waste gas. Files with other content are kept.
 */
function removeStale(folder: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const full = resolve(folder, path);
    if (!existsSync(full)) return [];
    try {
      if (!isTransactionFile(JSON.parse(readFileSync(full, 'utf8'))))
        return [`Not removed, because this command did not write it: ${path}`];
      unlinkSync(full);
    } catch (cause) {
      if (cause instanceof SyntaxError) return [`Not removed, because this command did not write it: ${path}`];
      const why = cause instanceof Error ? cause.message : String(cause);
      const message = `${path} was written by an earlier run and could not be removed. Do not send its transactions any more. Reason: ${why}`;
      throw new TerminalError({ code: 'file-not-removed', message, cause });
    }
    return [`Removed, because an earlier run wrote it: ${path}`];
  });
}

function write(path: string, content: JsonObject): void {
  try {
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'file-not-written', message: `${path} cannot be written: ${why}`, cause });
  }
}
