// npm run verify: format and lint, types, architecture. It changes nothing, stops at the first that fails, and is what CI runs
// before the tests.
import { fileURLToPath } from 'node:url';

type Section = { name: string; args: string[]; howToMend: string };

const sections: Section[] = [
  {
    name: 'format and lint (Biome)',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'],
    howToMend: '`npm run format` mends what can be mended by itself',
  },
  { name: 'types (tsc)', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'], howToMend: 'see the errors above' },
  {
    name: 'types of what runs in browsers (tsc)',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/inspector/web'],
    howToMend: 'see the errors above',
  },
  {
    name: 'architecture (test/arch)',
    args: ['test', '--timeout=60000', './test/arch'],
    howToMend: 'test/arch/rules.ts holds the rules, and the exceptions with their reasons',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
for (const { name, args, howToMend } of sections) {
  console.log(`\n== ${name}`);
  const { exitCode } = Bun.spawnSync([process.execPath, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (exitCode !== 0) {
    console.log(`\nverify: FAILED at ${name}; ${howToMend}`);
    process.exit(1);
  }
}
console.log(`\nverify: ${sections.length} of ${sections.length} sections hold`);
