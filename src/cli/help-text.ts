import type { Command } from './command.ts';

/** Commands that the launcher runs itself. */
const LAUNCHED: readonly Pick<Command, 'name' | 'parameters' | 'summary'>[] = [
  { name: 'start', parameters: '', summary: 'start the service, with a local chain unless RPC_<chainId> is set' },
  { name: 'demo', parameters: '', summary: 'run the main job once, told step by step, in a folder of its own' },
];

/** Calls up to here share a line with their summary; a longer one has a line of its own, so that a terminal's width is enough. */
const CALL_WIDTH = 44;

function lineOf(call: string, summary: string): readonly string[] {
  if (call.length > CALL_WIDTH) return [`  ${call}`, `  ${' '.repeat(CALL_WIDTH)}  ${summary}`];
  return [`  ${call.padEnd(CALL_WIDTH)}  ${summary}`];
}

export function helpText(commands: readonly Command[]): string {
  const all = [...LAUNCHED, ...commands];
  const calls = all.map(({ name, parameters }) => `${name} ${parameters}`.trim());
  const lines = all.flatMap(({ summary }, index) => lineOf(calls[index] ?? '', summary));
  return [
    'Coxswain: self-hosted, non-custodial trading automation.',
    '',
    'Usage: coxswain COMMAND [ARGUMENTS]',
    '',
    ...lines,
    '',
    'Settings come from the environment and from .env in the project folder; .env.example lists them all.',
  ].join('\n');
}
