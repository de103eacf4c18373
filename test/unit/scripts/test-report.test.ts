import { expect, test } from 'bun:test';
import { readJunit, sumReports } from '../../../scripts/testing/test-report.ts';

// A JUnit report in the format of Bun 1.4.5.
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="1" failures="1" skipped="2" time="0.05">
  <testsuite name="test/unit/a.test.ts" file="test/unit/a.test.ts" tests="5" assertions="1" failures="1" skipped="2" time="0.007" hostname="vm">
    <testcase name="holds &quot;1 &gt; 0&quot;" classname="" time="0.000015" file="test/unit/a.test.ts" line="2" assertions="0" />
    <testcase name="breaks" classname="" time="0.000464" file="test/unit/a.test.ts" line="3" assertions="1">
      <failure type="AssertionError" message="expect(received).toBe(expected)&#10;">AssertionError: &lt;testcase&gt;</failure>
    </testcase>
    <testsuite name="the cache [needs redis-server in PATH]" file="test/unit/a.test.ts" line="4" tests="1" skipped="1" time="0" hostname="vm">
      <testcase name="keeps" classname="the cache [needs redis-server in PATH]" time="0" file="test/unit/a.test.ts" line="4" assertions="0">
        <skipped />
      </testcase>
    </testsuite>
    <testcase name="takes its time" classname="" time="0.5" file="test/unit/b.test.ts" line="1" assertions="0">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>
  </testsuite>
</testsuites>`;

test('a report counts each test once, and names what failed and what was skipped', () => {
  const { report, files } = readJunit(xml);
  expect(report).toEqual({
    passed: 1,
    failed: 2,
    skipped: ['test/unit/a.test.ts > the cache [needs redis-server in PATH] > keeps'],
    failures: ['test/unit/a.test.ts > breaks', 'test/unit/b.test.ts > takes its time'],
  });
  expect([...files]).toEqual(['test/unit/a.test.ts', 'test/unit/b.test.ts']);
});

test('reports add up', () => {
  const { report } = readJunit(xml);
  const sum = sumReports([report, report]);
  expect([sum.passed, sum.failed, sum.skipped.length, sum.failures.length]).toEqual([2, 4, 2, 4]);
  expect(sumReports([])).toEqual({ passed: 0, failed: 0, skipped: [], failures: [] });
});
