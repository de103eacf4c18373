import { describe, expect, test } from 'bun:test';
import type { ActorHead } from '../../../src/inspector/web/data/actor-record.ts';
import type { FeedEvent } from '../../../src/inspector/web/data/feed-event.ts';
import { countPath, feedFilterOf, rowsPath, viewOf } from '../../../src/inspector/web/pages/actors/actor-filter.ts';
import { cursorOf, noteCursor } from '../../../src/inspector/web/pages/actors/page-trail.ts';
import { applyEvents, mergeRows, replaceRows, rowsOf } from '../../../src/inspector/web/pages/actors/rows.ts';

const head = (id: string, revision = 1): ActorHead => ({
  id,
  type: 'trade',
  revision,
  version: 1,
  keys: { wallet: null, chainId: null, status: 'open' },
  health: { state: 'ok', failures: 0, sinceMs: null, untilMs: null, lastError: null },
  dueAtMs: null,
  wakeAtMs: null,
  createdAtMs: 1,
  updatedAtMs: 1,
  outboxLength: 0,
  hasTriggers: false,
  title: null,
  why: null,
});
const committed = (id: string, revision: number): FeedEvent => ({
  ...{ node: 'a', seq: revision, atMs: 5, indexKeys: null, kind: 'committed', id, revision },
  ...{ event: 'TICK', eventId: 'tick-5', from: 'x', to: 'y', cause: { kind: 'tick' }, effects: [], ms: 1 },
});

describe('the address', () => {
  test('determines the view and its request', () => {
    const view = viewOf(new URLSearchParams('type=trade&status=open,done&search=0xab&sort=wake&cursor=c1&page=3'));
    expect(view).toMatchObject({ sort: 'wake', order: 'oldest', cursor: 'c1', page: 3, filter: { type: 'trade', status: 'open,done' } });
    expect(rowsPath(view)).toBe(
      '/api/operator/actors?type=trade&status=open%2Cdone&search=0xab&sort=wake&order=oldest&limit=50&fields=head&cursor=c1',
    );
    expect(countPath(view.filter)).toBe('/api/operator/actors/count?type=trade&status=open%2Cdone&search=0xab');
    expect(feedFilterOf(view.filter)).toEqual({ type: 'trade' });
  });
  test('that is invalid shows the first page of all actors', () => {
    const view = viewOf(new URLSearchParams('chainId=<b>&health=ill&overdue=yes&sort=name&page=7'));
    expect(view).toMatchObject({ sort: 'created', order: 'newest', page: 1, filter: { chainId: '', health: '', overdue: '' } });
    expect(countPath(view.filter)).toBe('/api/operator/actors/count');
  });
  test('shows the latest actors first, and the other way round only on request', () => {
    const viewOfText = (query: string) => viewOf(new URLSearchParams(query));
    for (const query of ['overdue=1', 'overdue=1&sort=created&order=newest', 'overdue=1&sort=updated', 'overdue=1&sort=wake']) {
      expect(viewOfText(query)).toMatchObject({ sort: 'wake', order: 'oldest' });
    }
    expect(rowsPath(viewOfText('overdue=1'))).toBe('/api/operator/actors?overdue=1&sort=wake&order=oldest&limit=50&fields=head');
    expect(viewOfText('overdue=1&sort=wake&order=newest')).toMatchObject({ sort: 'wake', order: 'newest' });
  });
  test('asks for nothing that the API refuses', () => {
    const filterOf = (query: string) => viewOf(new URLSearchParams(query)).filter;
    for (const chainId of ['0', '01', '-1', '1e3', '9'.repeat(16)]) expect(filterOf(`chainId=${chainId}`).chainId).toBe('');
    expect(filterOf(`search=${'x'.repeat(1_200)}`).search).toHaveLength(1_000);
    expect(filterOf('overdue=1&search=tra')).toMatchObject({ overdue: '', search: 'tra' });
  });
});

describe('rows', () => {
  const shown = rowsOf([head('trade/1'), head('trade/2'), head('trade/3')]);

  test('keep their places when the list is read again, and are marked where they changed', () => {
    const { rows, isOther } = mergeRows(shown, [head('trade/2', 4), head('trade/1'), head('trade/9')]);
    expect(rows.map(({ head: { id, revision }, changes }) => [id, revision, changes])).toEqual([
      ['trade/1', 1, 0],
      ['trade/2', 4, 1],
      ['trade/3', 1, 0],
    ]);
    expect(isOther).toBe(true);
    expect(
      mergeRows(
        shown,
        shown.map((row) => row.head),
      ).isOther,
    ).toBe(false);
  });
  test('never go back to a revision older than the feed’s', () => {
    const told = applyEvents(shown, [committed('trade/1', 7)]);
    const { rows } = mergeRows(told, [head('trade/1', 5), head('trade/2'), head('trade/3')]);
    expect(rows[0]?.head.revision).toBe(7);
    expect(replaceRows(told, [head('trade/3'), head('trade/1', 5)]).map(({ head: { revision } }) => revision)).toEqual([1, 7]);
  });
  test('are updated by the feed, and stay the same array when no row changed', () => {
    const error = { code: 'x', message: 'y', atMs: 5 };
    const about = { node: 'a', atMs: 5, indexKeys: null } as const;
    const rows = applyEvents(shown, [
      committed('trade/2', 2),
      committed('trade/2', 3),
      { ...about, seq: 4, kind: 'quarantined', id: 'trade/3', error },
    ]);
    expect(rows.map(({ head: { revision, health }, changes }) => [revision, health.state, changes])).toEqual([
      [1, 'ok', 0],
      [3, 'ok', 1],
      [1, 'quarantined', 1],
    ]);
    expect(applyEvents(shown, [committed('trade/77', 2)])).toBe(shown);
  });
  test('that are replaced come in the new order, new ones marked', () => {
    expect(replaceRows(shown, [head('trade/9'), head('trade/1'), head('trade/2', 2)]).map(({ changes }) => changes)).toEqual([1, 0, 1]);
    expect(replaceRows([], [head('trade/9')])[0]?.changes).toBe(0);
  });
});

test('a page knows the cursors that led to it', () => {
  noteCursor('list', 2, 'c2');
  noteCursor('list', 3, 'c3');
  expect([cursorOf('list', 1), cursorOf('list', 2), cursorOf('list', 3), cursorOf('list', 4)]).toEqual(['', 'c2', 'c3', null]);
  expect(cursorOf('other', 2)).toBeNull();
});
