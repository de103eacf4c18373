/**
 * `npm run contracts`: compiles src/contracts and src/devnet/contracts with solc and writes artifacts and ABIs. After a change of a
 * contract, `test/contract/artifacts.test.ts` fails until this is run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compileContracts } from '../src/devnet/compile/compile-contracts.ts';
import { generatedFiles } from '../src/devnet/compile/generated-files.ts';

const files = generatedFiles(compileContracts());
for (const { path, text } of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
console.log(`wrote ${files.length} files`);
