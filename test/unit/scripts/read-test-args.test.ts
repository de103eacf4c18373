import { expect, test } from 'bun:test';
import { readTestArgs } from '../../../scripts/testing/read-test-args.ts';

const classes = ['unit', 'e2e'];

test('words are classes or parts of paths', () => {
  expect(readTestArgs(['unit', './test/unit/values', 'shard.test.ts'], classes)).toEqual({
    classes: ['unit'],
    paths: ['test/unit/values', 'shard.test.ts'],
    bunArgs: [],
    withVerify: false,
    listsCosts: false,
  });
});

test('options are read', () => {
  expect(readTestArgs(['-t', 'sorts keys', '--with-verify', '--costs'], classes)).toEqual({
    classes: [],
    paths: [],
    bunArgs: ['-t', 'sorts keys'],
    withVerify: true,
    listsCosts: true,
  });
});

test.each([[['unti']], [['--watch']], [['-t']]])('%p is a mistake, and not an empty run', (words) => {
  expect(readTestArgs(words, classes)).toHaveProperty('problem');
});
