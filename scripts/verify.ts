// npm run verify: checks format, lint, types and architecture. It changes nothing; CI runs it beside the first tests.
import { fileURLToPath } from 'node:url';

type Section = { name: string; args: string[]; howToFix: string };

const all: Section[] = [
  {
    name: 'format and lint (Biome)',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'],
    howToFix: '`npm run format` fixes what can be fixed automatically',
  },
  { name: 'types (tsc)', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'], howToFix: 'see the errors above' },
  {
    name: 'types of what runs in browsers (tsc)',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/inspector/web'],
    howToFix: 'see the errors above',
  },
  {
    name: 'architecture (test/arch)',
    args: ['test', '--timeout=60000', './test/arch'],
    howToFix: 'test/arch/rules.ts holds the rules, and the exceptions with their reasons',
  },
];

/** Omits the check of the architecture rules when the tests run next, because these rules are also among the tests. */
const sections = process.argv.includes('--without-tests') ? all.filter(({ args }) => args[0] !== 'test') : all;

const root = fileURLToPath(new URL('..', import.meta.url));

/** The checks run at the same time, because each uses only one core for a while. Their output is printed in order. */
const running = sections.map(({ args }) => {
  const child = Bun.spawn([process.execPath, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  return Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
});
const broken: string[] = [];
for (const [index, { name, howToFix }] of sections.entries()) {
  console.log(`\n== ${name}`);
  const [exitCode, out, err] = (await running[index]) ?? [1, '', 'it was not run'];
  process.stdout.write(out + err);
  if (exitCode !== 0) broken.push(`${name}; ${howToFix}`);
}
if (broken.length > 0) {
  console.log(`\nverify: FAILED at ${broken.join('\n             and at ')}`);
  process.exit(1);
}
console.log(`\nverify: ${sections.length} of ${sections.length} sections hold`);
