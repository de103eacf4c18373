import type { Command } from './command.ts';

/** Commands that the launcher `coxswain.mjs` runs itself. The list exists only so that the help also shows these commands. */
const LAUNCHED: readonly Pick<Command, 'name' | 'parameters' | 'summary'>[] = [
  {
    name: 'start',
    parameters: '',
    summary: 'start the service; it starts a local chain too, unless a setting RPC_<chainId> names a chain',
  },
  { name: 'demo', parameters: '', summary: 'run a demonstration step by step in a temporary folder' },
];

/**
 * Maximum length in characters of a command that shares a line with its summary. A longer command has its own line, so that the help fits a
 * terminal.
 */
const CALL_WIDTH = 44;

function lineOf(call: string, summary: string): readonly string[] {
  if (call.length > CALL_WIDTH) return [`  ${call}`, `  ${' '.repeat(CALL_WIDTH)}  ${summary}`];
  return [`  ${call.padEnd(CALL_WIDTH)}  ${summary}`];
}

function linesOf(commands: readonly Pick<Command, 'name' | 'parameters' | 'summary'>[]): readonly string[] {
  return commands.flatMap(({ name, parameters, summary }) => lineOf(`${name} ${parameters}`.trim(), summary));
}

/** Returns the help of a command group: all commands that begin with the same word. */
export function groupText(word: string, commands: readonly Command[]): string {
  return [`Usage: coxswain ${word} COMMAND [ARGUMENTS]`, '', ...linesOf(commands)].join('\n');
}

export function helpText(commands: readonly Command[]): string {
  return [
    'Coxswain: self-hosted, non-custodial trading automation.',
    '',
    'Usage: coxswain COMMAND [ARGUMENTS]',
    '',
    ...linesOf([...LAUNCHED, ...commands]),
    '',
    'Settings come from the environment and from .env in the project folder; .env.example lists them all.',
  ].join('\n');
}
