import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { Chart, ChartState, ChartTransition } from '../../../../values/inspection/chart.ts';
import type { Json } from '../../../../values/json.ts';
import { HistoryFileError, listAt, member, objectAt, oneOf, orNull, textAt, wholeAt } from './file-checks.ts';

/**
 * Maximum number of states of a machine that is accepted. The layout of a larger chart would block the page for a long time. Our largest
 * machine has 12 states.
 */
const MOST_STATES = 300;
const MOST_TRANSITIONS = 100;
const MOST_NAMES = 100;

/**
 * Reads the description of an actor type from a history file. Event schemas and effects are omitted, because a history in a file has no
 * actions.
 */
export function readTypeInfo(value: Json | undefined, path: string): ActorTypeInfo {
  const info = objectAt(value, path);
  return {
    type: textAt(member(info, 'type'), `${path}.type`),
    version: wholeAt(member(info, 'version'), `${path}.version`),
    chart: readChart(member(info, 'chart'), `${path}.chart`),
    events: [],
    effects: [],
    keys: [],
    isTicked: member(info, 'isTicked') === true,
    isRestorable: member(info, 'isRestorable') === true,
    pause: null,
  };
}

function readChart(value: Json | undefined, path: string): Chart {
  const chart = objectAt(value, path);
  const states: ChartState[] = [];
  const known = new Set<string>();
  for (const [i, item] of listAt(member(chart, 'states'), `${path}.states`, MOST_STATES).entries()) {
    const state = readChartState(item, `${path}.states[${i}]`);
    if (known.has(state.path)) throw new HistoryFileError(`${path}.states[${i}].path appears twice.`);
    if (state.parent !== null && !known.has(state.parent)) {
      throw new HistoryFileError(`${path}.states[${i}].parent is not one of the states before it.`);
    }
    known.add(state.path);
    states.push(state);
  }
  const read = {
    id: textAt(member(chart, 'id'), `${path}.id`),
    initial: textAt(member(chart, 'initial'), `${path}.initial`),
    states,
    on: readTransitions(member(chart, 'on'), `${path}.on`),
  };
  const ends = [
    read.initial,
    ...states.flatMap(({ initial }) => initial ?? []),
    ...[...states, read].flatMap(({ on }) => on.flatMap(({ targets }) => targets)),
  ];
  const unknown = ends.find((end) => !known.has(end));
  if (unknown !== undefined) throw new HistoryFileError(`${path} leads to "${unknown.slice(0, 80)}", which is not one of its states.`);
  return read;
}

function readChartState(value: Json, path: string): ChartState {
  const state = objectAt(value, path);
  return {
    path: textAt(member(state, 'path'), `${path}.path`),
    key: textAt(member(state, 'key'), `${path}.key`),
    parent: orNull(member(state, 'parent'), (parent) => textAt(parent, `${path}.parent`)),
    kind: oneOf(member(state, 'kind'), `${path}.kind`, ['atomic', 'compound', 'parallel', 'final']),
    initial: orNull(member(state, 'initial'), (initial) => textAt(initial, `${path}.initial`)),
    description: orNull(member(state, 'description'), (text) => textAt(text, `${path}.description`)),
    tags: names(member(state, 'tags'), `${path}.tags`),
    entry: names(member(state, 'entry'), `${path}.entry`),
    exit: names(member(state, 'exit'), `${path}.exit`),
    on: readTransitions(member(state, 'on'), `${path}.on`),
  };
}

function readTransitions(value: Json | undefined, path: string): readonly ChartTransition[] {
  return listAt(value, path, MOST_TRANSITIONS).map((item, i) => {
    const at = `${path}[${i}]`;
    const transition = objectAt(item, at);
    return {
      event: textAt(member(transition, 'event'), `${at}.event`),
      targets: names(member(transition, 'targets'), `${at}.targets`),
      guard: orNull(member(transition, 'guard'), (guard) => textAt(guard, `${at}.guard`)),
      actions: names(member(transition, 'actions'), `${at}.actions`),
      description: orNull(member(transition, 'description'), (text) => textAt(text, `${at}.description`)),
    };
  });
}

function names(value: Json | undefined, path: string): readonly string[] {
  return listAt(value, path, MOST_NAMES).map((name, i) => textAt(name, `${path}[${i}]`));
}
