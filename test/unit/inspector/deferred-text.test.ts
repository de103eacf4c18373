import { expect, test } from 'bun:test';
import { deferredWhat, deferredWhy } from '../../../src/inspector/web/pages/overview/deferred-text.ts';

test('postponed events are described in plain words', () => {
  expect(deferredWhat({ kind: 'created', subject: '0xa/3' })).toBe('a new position (0xa/3)');
  expect(deferredWhat({ kind: 'owner-moved', subject: 'agent 7' })).toBe("an owner's action on an agent (agent 7)");
  expect(deferredWhat({ kind: 'of a newer program', subject: '0xa' })).toBe('of a newer program (0xa)');
  expect(deferredWhy({ attempts: 1, lastError: 'It could not take it.' })).toBe('Tried once: “It could not take it”.');
  expect(deferredWhy({ attempts: 4, lastError: 'rpc-timeout' })).toBe('Tried 4 times: “rpc-timeout”.');
});
