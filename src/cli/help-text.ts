import type { Command } from './command.ts';

/** Commands that the launcher runs itself. */
const LAUNCHED: readonly Pick<Command, 'name' | 'parameters' | 'summary'>[] = [
  { name: 'start', parameters: '', summary: 'start the service, with a local chain unless RPC_<chainId> is set' },
  { name: 'demo', parameters: '', summary: 'run the main job once, told step by step, in a folder of its own' },
];

export function helpText(commands: readonly Command[]): string {
  const all = [...LAUNCHED, ...commands];
  const calls = all.map(({ name, parameters }) => `${name} ${parameters}`.trim());
  const width = Math.max(...calls.map((call) => call.length));
  const lines = all.map(({ summary }, index) => `  ${(calls[index] ?? '').padEnd(width)}  ${summary}`);
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
