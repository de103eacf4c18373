import { describe, expect, test } from 'bun:test';
import { dcaBatchMachine } from '../../../machines/dca-batch.ts';
import { dcaPositionMachine } from '../../../machines/dca-position.ts';
import { boxRows } from '../../../src/inspector/web/pages/chart/box-rows.ts';
import { chartGraph } from '../../../src/inspector/web/pages/chart/chart-graph.ts';
import { chartWords } from '../../../src/inspector/web/pages/chart/chart-words.ts';
import { edgeLabel, unfoldedLabel } from '../../../src/inspector/web/pages/chart/edge-label.ts';
import { arrowHead, edgePath } from '../../../src/inspector/web/pages/chart/edge-path.ts';
import { layoutChart } from '../../../src/inspector/web/pages/chart/layout-chart.ts';
import { legendRows } from '../../../src/inspector/web/pages/chart/legend-rows.ts';
import { guardText } from '../../../src/inspector/web/pages/chart/line-text.ts';
import { activePaths, liveMarks } from '../../../src/inspector/web/pages/chart/live-marks.ts';
import { fitReadable, fitWhole, isInSight, panned, zoomed } from '../../../src/inspector/web/pages/chart/scale.ts';
import { fitText, textWidth } from '../../../src/inspector/web/pages/chart/text-width.ts';
import { chartOf } from '../../../src/runtime/operator/chart-of.ts';

const position = layoutChart(chartOf(dcaPositionMachine), 'down');
const batch = layoutChart(chartOf(dcaBatchMachine), 'down');

describe('which parts of a chart are highlighted', () => {
  test('takes states of all depths and regions from a value', () => {
    expect([...activePaths('idle')]).toEqual(['idle']);
    expect([...activePaths({ on: { sound: 'mute', picture: { stopped: 'old' } } })]).toEqual([
      'on',
      'on.sound',
      'on.sound.mute',
      'on.picture',
      'on.picture.stopped',
      'on.picture.stopped.old',
    ]);
  });

  test('distinguishes the innermost active state from enclosing ones, and highlights the transitions of both', () => {
    const { active, leaves, next } = liveMarks(position.edges, { active: 'planning' }, []);
    expect([...active]).toEqual(['active', 'active.planning']);
    expect([...leaves]).toEqual(['active.planning']);
    expect([...next].sort()).toEqual([
      'active.planning>active.joining',
      'active>cancelled',
      'active>completed',
      'active>failed',
      'active>success',
    ]);
  });

  test('fades the path that it took, the last step strongest', () => {
    const { trail, taken } = liveMarks(batch.edges, 'settling', ['idle', 'gathering', 'submitting']);
    expect(taken.get('submitting>settling')).toBe(1);
    expect(taken.get('gathering>submitting')).toBeLessThan(1);
    expect(taken.get('idle>gathering') ?? 0).toBeGreaterThan(0);
    expect(taken.get('idle>gathering') ?? 1).toBeLessThan(taken.get('gathering>submitting') ?? 0);
    expect([...trail.keys()]).toEqual(['idle', 'gathering', 'submitting']);
    expect(taken.has('settling>idle')).toBe(false);
  });

  test('forgets old steps, and highlights nothing for a machine without an actor', () => {
    const long = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'idle' : 'gathering'));
    expect(liveMarks(batch.edges, 'settling', ['settling', ...long, 'submitting']).trail.has('settling')).toBe(false);
    const { active, next, taken } = liveMarks(batch.edges, null, []);
    expect(active.size + next.size + taken.size).toBe(0);
  });

  test('counts a child’s transition to the outside as one of the edge between the boxes around its ends', () => {
    const { taken } = liveMarks(position.edges, 'success', [{ active: 'planning' }]);
    expect(taken.get('active>success')).toBe(1);
  });
});

describe('the texts of a chart', () => {
  test('folds many transitions between two states into one label that names them all when it is unfolded', () => {
    const edge = position.edges.find(({ id }) => id === 'active>success');
    if (edge === undefined) throw new Error('no edge');
    expect(edge.lines.length).toBe(5);
    expect(edgeLabel(edge)).toMatchObject({ hidden: 4, rows: [{ text: 'TICK [orderHasRun]' }, { text: 'and 4 more' }] });
    const unfolded = unfoldedLabel(edge).rows.map(({ text }) => text);
    expect(unfolded).toContain('planning: ORDER_SKIPPED');
    expect(unfoldedLabel(edge).hidden).toBe(0);
  });

  test('lists in a box the transitions that stay in the state, and those that enter from anywhere', () => {
    const { listed } = chartGraph(chartOf(dcaPositionMachine));
    const rows = boxRows(stateOf('reconciling'), listed.get('reconciling') ?? [], position.legend);
    expect(rows[0]).toEqual({ kind: 'does', text: 'entry: lookUpLink' });
    expect(rows).toContainEqual({ kind: 'from-anywhere', text: 'RESTORED from any state' });
    expect(rows.some(({ kind }) => kind === 'stays')).toBe(true);
  });

  test('says that an event is ignored only where it has no effect at all', () => {
    expect(boxRows(stateOf('pending'), [], [])).toContainEqual({ kind: 'ignores', text: 'ignores TICK' });
    expect(boxRows(stateOf('success'), [], []).some(({ kind }) => kind === 'ignores')).toBe(false);
  });

  test('reads the params of a guard as words', () => {
    expect(guardText('isDue')).toBe('isDue');
    expect(guardText('decides {"what":"start-over"}')).toBe('decides start-over');
    expect(guardText('isOver {"most":5,"isStrict":true}')).toBe('isOver 5 true');
    expect(guardText('and {"guards":["a","b"]}')).toBe('and {"guards":["a","b"]}');
  });

  test('sorts the machine’s own transitions by their effect', () => {
    const { leading, staying, ignored } = legendRows(position.legend);
    expect(leading).toContain('RESTORED → reconciling');
    expect(staying).toContain('CLAIM [claimsSomething]');
    expect(ignored).toEqual(['LINKED', 'ORDER_SETTLED', 'ORDER_FAILED', 'ORDER_RETURNED']);
  });

  test('is written out whole for those who do not see it', () => {
    const { states, everywhere } = chartWords(chartOf(dcaPositionMachine));
    expect(states.find(({ path }) => path === 'active')).toMatchObject({ says: 'begins in active.planning' });
    expect(states.find(({ path }) => path === 'pending')?.transitions).toEqual(['LINKED leads to success, does link', 'TICK is ignored']);
    expect(everywhere).toContain('RESTORED leads to reconciling, does doubtLink');
  });
});

describe('how a chart is shown', () => {
  const frame = { width: 400, height: 300 };

  test('fits completely when that is readable, otherwise shows the relevant part', () => {
    expect(fitWhole({ width: 800, height: 300 }, frame)).toEqual({ k: 0.5, x: 0, y: 75 });
    const interest = { x: 1500, y: 900, width: 100, height: 50 };
    const viewport = fitReadable({ width: 2000, height: 1000 }, frame, interest);
    const left = interest.x * viewport.k + viewport.x;
    expect(left).toBeGreaterThan(0);
    expect(left + interest.width * viewport.k).toBeLessThan(frame.width);
    expect(isInSight(interest, viewport, frame)).toBe(true);
    expect(isInSight(interest, { ...viewport, x: viewport.x + frame.width }, frame)).toBe(false);
    expect(fitReadable({ width: 500, height: 300 }, frame, interest)).toEqual(fitWhole({ width: 500, height: 300 }, frame));
  });

  test('keeps the point under the pointer where it is while zooming, and something of the drawing in the frame while moving', () => {
    const viewport = { k: 1, x: 10, y: 20 };
    const at = { x: 110, y: 70 };
    const nearer = zoomed(viewport, 2, at);
    expect({ x: (at.x - nearer.x) / nearer.k, y: (at.y - nearer.y) / nearer.k }).toEqual({ x: 100, y: 50 });
    expect(zoomed(viewport, 1000, at).k).toBeLessThanOrEqual(4);
    const far = panned(viewport, { x: 100_000, y: -100_000 }, { width: 500, height: 500 }, frame);
    expect(far.x).toBeLessThan(frame.width);
    expect(far.y + 500).toBeGreaterThan(0);
  });

  test('draws ways with rounded corners, and heads that point along the last piece', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 50 },
      { x: 100, y: 50 },
    ];
    expect(edgePath(points)).toBe('M0 0L0 28Q0 50 22 50L100 50');
    expect(arrowHead(points)).toBe('M100 50L92 54L92 46Z');
    expect(edgePath([])).toBe('');
  });

  test('estimates text too wide rather than too narrow, and cuts what does not fit', () => {
    expect(textWidth('Wide', 10)).toBeGreaterThan(textWidth('till', 10));
    expect(textWidth('till', 10, 'bold')).toBeGreaterThan(textWidth('till', 10));
    const cut = fitText('a very long name of an event', 11, 60);
    expect(cut.endsWith('…')).toBe(true);
    expect(textWidth(cut, 11)).toBeLessThanOrEqual(60);
    expect(fitText('short', 11, 60)).toBe('short');
  });
});

function stateOf(path: string) {
  const state = chartOf(dcaPositionMachine).states.find((one) => one.path === path);
  if (state === undefined) throw new Error(`no state ${path}`);
  return state;
}
