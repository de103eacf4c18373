/** The results of the tests of one Bun process. */
export type TestReport = {
  passed: number;
  failed: number;
  /** Full names of skipped tests. The test helper `requires` includes the reason for skipping in the name. */
  skipped: string[];
  /** Full names of failed tests, and descriptions of other failures. */
  failures: string[];
};

/**
 * Reads the JUnit report of `bun test --reporter=junit`. Its shape on Bun 1.4.5: one `testcase` per test, empty when it passed, otherwise
 * with `failure` or `skipped` (also for todo). A file that throws while loading, or that has no test, is **missing** in the report, so the
 * caller must compare the files and the exit code.
 *
 * @returns the counts, and the files with at least one test, as paths relative to the folder in which Bun ran
 */
export function readJunit(xml: string): { report: TestReport; files: Set<string> } {
  const report: TestReport = { passed: 0, failed: 0, skipped: [], failures: [] };
  const files = new Set<string>();
  for (const [, attributes = '', selfClosed, body = ''] of xml.matchAll(/<testcase\b([^>]*?)(?:(\/)>|>([\s\S]*?)<\/testcase>)/g)) {
    const file = attribute(attributes, 'file');
    files.add(file);
    const name = [file, attribute(attributes, 'classname'), attribute(attributes, 'name')].filter((part) => part !== '').join(' > ');
    if (selfClosed !== undefined) report.passed += 1;
    else if (/<skipped\b/.test(body)) report.skipped.push(name);
    else if (/<(failure|error)\b/.test(body)) {
      report.failed += 1;
      report.failures.push(name);
    } else report.passed += 1;
  }
  return { report, files };
}

/** Combines several test reports into one. */
export function sumReports(reports: readonly TestReport[]): TestReport {
  return {
    passed: reports.reduce((sum, report) => sum + report.passed, 0),
    failed: reports.reduce((sum, report) => sum + report.failed, 0),
    skipped: reports.flatMap((report) => report.skipped),
    failures: reports.flatMap((report) => report.failures),
  };
}

function attribute(attributes: string, name: string): string {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  return value
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}
