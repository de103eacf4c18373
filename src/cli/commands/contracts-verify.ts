import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Verified, verifiersOf, verifyContracts } from '../../app/contracts/verify-contracts.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { addressOf, CHAIN_OPTIONS, clock, withContracts } from '../contracts/contract-options.ts';
import { flag, text } from '../options.ts';

export const contractsVerify = defineCommand({
  name: 'contracts verify',
  parameters: '--chain ID [--out FOLDER] [--etherscan] [--sourcify] [--admin ADDRESS] [--json]',
  summary: "compare a chain's contracts with the sources of this version, and submit the sources to Etherscan or Sourcify",
  arguments: {},
  options: {
    ...CHAIN_OPTIONS,
    out: text('FOLDER', "write the compiler's standard JSON input of each contract to this folder, for other verification services"),
    etherscan: flag('submit the sources to Etherscan; requires ETHERSCAN_API_KEY'),
    sourcify: flag('submit the sources to Sourcify'),
    admin: text('ADDRESS', 'the admin with which the contracts were deployed; default: their current admin'),
  },
  async run(_none, values, { say, ...context }) {
    const { out, etherscan, sourcify, admin, json } = values;
    const choices = {
      admin: admin === undefined ? null : addressOf('--admin', admin),
      isEtherscan: etherscan === true,
      isSourcify: sourcify === true,
    };
    await withContracts(values, context, false, async (open) => {
      const verified = await verifyContracts(open, choices, verifiersOf(open, choices, clock));
      const written = out === undefined ? [] : writeInputs(resolve(context.folder, out), verified);
      if (json === true) say(JSON.stringify(verified.map(({ name, address, lines }) => ({ name, address, lines }))));
      else for (const line of [...linesOf(verified), ...written]) say(line);
      const wrong = verified.flatMap(({ lines }) => lines).filter(({ isOk }) => !isOk);
      if (wrong.length > 0)
        throw new TerminalError({ code: 'not-all-ok', message: `${wrong.length} checks failed; see the lines that are not ok.` });
    });
  },
});

function linesOf(verified: readonly Verified[]): string[] {
  return verified.flatMap(({ name, address, lines }) => [
    `${name} ${address}`,
    ...lines.map(({ check, isOk, message }) => `  ${isOk ? 'ok   ' : 'WRONG'}  ${check.padEnd(14)}  ${message}`),
  ]);
}

function writeInputs(folder: string, verified: readonly Verified[]): string[] {
  try {
    mkdirSync(folder, { recursive: true });
    return verified.map(({ name, standardJson }) => {
      const path = join(folder, `${name}.json`);
      writeFileSync(path, standardJson);
      return `Written: ${path}`;
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'file-not-written', message: `${folder} cannot be written: ${why}`, cause });
  }
}
