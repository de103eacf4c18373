import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as v from 'valibot';

/**
 * The functions of the compiler's JavaScript package `solc` that we call. The package's own type declarations lack the callback for
 * imports.
 */
const solcSchema = v.object({
  version: v.pipe(v.function(), v.returns(v.string())),
  compile: v.pipe(v.function(), v.returns(v.string())),
});
const errorsSchema = v.object({
  errors: v.optional(v.array(v.object({ severity: v.string(), formattedMessage: v.string() })), []),
});

const require = createRequire(import.meta.url);
const solc = v.parse(solcSchema, require('solc'));

export const solcVersion = (): string => solc.version();

/**
 * Runs the compiler on its standard JSON input. Sources may import npm packages.
 * @param isGrave whether a message of this severity (`error`, `warning`, `info`) makes the compilation fail
 * @returns the compiler's output
 * @throws Error with the texts of all grave messages
 */
export function runSolc(standardJson: string, isGrave: (severity: string) => boolean): unknown {
  const findImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const output: unknown = JSON.parse(solc.compile(standardJson, { import: findImport }));
  const grave = v.parse(errorsSchema, output).errors.filter(({ severity }) => isGrave(severity));
  if (grave.length > 0) throw new Error(grave.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return output;
}
