/**
 * `npm run command-list`: writes `src/cli/command-list.generated.ts` from the commands themselves. After a change of a command's name,
 * parameters or summary, `test/unit/cli/command-list.test.ts` fails until this is run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../src/cli/all-commands.ts';
import type { ListedCommand } from '../src/cli/command-list.generated.ts';

const HEAD = `// Made by \`npm run command-list\` from the commands in all-commands.ts. The help is printed from this list, without importing them.

/** What the help shows of a command. */
export type ListedCommand = { readonly name: string; readonly parameters: string; readonly summary: string };

export const commandList: readonly ListedCommand[] = `;

/** Returns what the help shows of each command, in its order. */
export function listedCommands(): readonly ListedCommand[] {
  return commands.map(({ name, parameters, summary }) => ({ name, parameters, summary }));
}

if (import.meta.main) {
  const path = join(import.meta.dir, '..', 'src', 'cli', 'command-list.generated.ts');
  writeFileSync(path, `${HEAD}${JSON.stringify(listedCommands(), null, 2)};\n`);
}
