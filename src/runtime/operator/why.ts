import type { AnyMachineSnapshot } from 'xstate';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import { durationText, whenText } from '../../values/inspection/plain-time.ts';
import type { OwnWhy, Why, WhyHead, WhyTone } from '../../values/inspection/why.ts';
import type { AnyActorDefinition, Facts } from '../define/definition.ts';
import type { ActorRecord, Trigger } from '../record/record.ts';
import { entryWakeTime } from '../record/wake-time.ts';
import { snapshotOf } from '../step/hydrate.ts';
import { nextSteps } from './next-steps.ts';
import { effectWhy, isInTrouble, moreEffects, tellingEntry } from './why-effects.ts';

export type WhyInput = {
  readonly record: ActorRecord;
  readonly definition: AnyActorDefinition;
  readonly nowMs: number;
  /** The pause of the actor's type; null while the type is not paused. */
  readonly pause: TypePause | null;
  readonly tickEveryMs: number;
  /** The external data (facts) that a tick would receive now; null when it is not available. */
  readonly facts: Facts | null;
};

/**
 * An actor counts as overdue when it should have been processed this many milliseconds ago. If twice the tick interval is longer, that time
 * is used instead.
 */
const OVERDUE_AFTER_MS = 120_000;
/** For each of the runtime's own codes of explanations, how urgently an operator is needed. Codes that are not listed need no operator. */
const TONES: Readonly<Record<string, WhyTone>> = {
  quarantined: 'bad',
  ...{ 'backing-off': 'warn', overdue: 'warn', 'effect-unknown': 'warn', 'type-paused': 'warn' },
  ...{ 'effect-running': 'busy', due: 'busy' },
};
const SHOWN_EFFECTS = 8;
const SHOWN_TRIGGERS = 8;

/**
 * Explains what an actor waits for and why it did not act: first what blocks it, then its own explanation, then its current work. The
 * function is pure and never throws; for an unreadable record, the explanation says that the record is unreadable.
 */
export function whyOf(input: WhyInput): Why {
  const { record, definition } = input;
  const read = readSnapshot(definition, record);
  const own = read.snapshot === null ? null : ownWord(definition, read.snapshot, input);
  const headline = headlineOf(input, own?.word ?? null);
  const { word } = headline;
  const isOwn = word === own?.word;
  const isOver = record.snapshot.status !== 'active';
  return {
    code: word.code,
    tone: word.tone ?? 'calm',
    sentence: word.sentence,
    details: [
      ...word.details,
      ...(isOwn || own === null || own.word === null ? [] : [own.word.sentence, ...own.word.details]),
      ...(own?.problem == null ? [] : [own.problem]),
      ...(read.problem === null ? [] : [read.problem]),
      ...effectLines(input, headline.effectKey),
      ...dueLines(input, word.code),
      // Triggers are not listed when the actor's own explanation already describes what it waits for.
      ...(isOver || own?.word != null ? [] : triggerLines(record.triggers ?? [])),
    ],
    nextAtMs: nextAtMs(input),
    next: isOver ? [] : safeSteps(definition, record),
  };
}

/**
 * Returns the short form of the explanation why an actor waits: only its code, its tone and its sentence. It is computed fast enough for
 * each row of a list; `whyOf` returns the whole explanation.
 */
export function whyHead(input: Omit<WhyInput, 'facts'>): WhyHead {
  const { record, definition } = input;
  const { snapshot } = readSnapshot(definition, record);
  const own = snapshot === null ? null : ownWord(definition, snapshot, { ...input, facts: null }).word;
  const { code, tone = 'calm', sentence } = headlineOf({ ...input, facts: null }, own).word;
  return { code, tone, sentence };
}

type Headline = { readonly word: OwnWhy; readonly effectKey: string | null };

function headlineOf(input: WhyInput, own: OwnWhy | null): Headline {
  const { record, definition, nowMs, pause } = input;
  const { health, outbox, snapshot } = record;
  const plain = (code: string, sentence: string, details: readonly string[] = []): Headline => ({
    word: { code, tone: TONES[code] ?? 'calm', sentence, details },
    effectKey: null,
  });
  if (health.state === 'quarantined') {
    const since = health.sinceMs === null ? '' : ` since ${whenText(health.sinceMs, nowMs)}`;
    const error = health.lastError === null ? '' : `, because of ${health.lastError.code}: ${health.lastError.message}`;
    return plain('quarantined', `The actor is quarantined${since}${error}`, [
      'A quarantined actor is not processed and accepts no events. Release the actor when the cause is fixed, or restore it to an earlier revision.',
    ]);
  }
  if (snapshot.status !== 'active') {
    return plain(
      'finished',
      snapshot.status === 'done' ? 'The actor is finished and does not change any more.' : `The actor has stopped (${snapshot.status}).`,
    );
  }
  if (pause !== null) {
    return plain(
      'type-paused',
      `All actors of the type "${record.type}" have been paused since ${whenText(pause.atMs, nowMs)} by ${pause.by}: ${pause.reason}`,
      [
        'Actors of a paused type are not processed regularly (no ticks) and start no effects, such as transactions. Events from outside are still applied.',
      ],
    );
  }
  if (health.state === 'backing-off' && health.untilMs !== null && health.untilMs > nowMs) {
    const error = health.lastError === null ? '' : ` The last failure: ${health.lastError.code}: ${health.lastError.message}`;
    return plain(
      'backing-off',
      `After ${health.failures} failures in a row, the actor waits until ${whenText(health.untilMs, nowMs)} before it is tried again.${error}`,
    );
  }
  const entry = tellingEntry(outbox, nowMs);
  const effect = entry === null ? null : effectWhy(entry, definition, nowMs);
  if (entry !== null && effect !== null && isInTrouble(entry, nowMs)) {
    return { word: { ...effect, tone: TONES[effect.code] ?? 'calm', details: [] }, effectKey: entry.key };
  }
  const lateMs = latenessOf(input);
  if (lateMs !== null) {
    return plain(
      'overdue',
      `The actor was due ${durationText(lateMs)} ago and was not processed. Check that a node is running and that its setting CRON is not false.`,
    );
  }
  if (own !== null) return { word: own, effectKey: null };
  if (entry !== null && effect !== null)
    return { word: { ...effect, tone: TONES[effect.code] ?? 'calm', details: [] }, effectKey: entry.key };
  const next = nextAtMs(input);
  if (next !== null) return plain('due', `The actor is processed next at ${whenText(next, nowMs)}.`);
  const waits = (record.triggers?.length ?? 0) > 0 ? 'a value (such as a price) to reach its limit' : 'an event from outside';
  return plain('idle', `The actor has nothing to do, and waits for ${waits}.`);
}

function ownWord(
  definition: AnyActorDefinition,
  snapshot: AnyMachineSnapshot,
  { nowMs, facts }: WhyInput,
): { readonly word: OwnWhy | null; readonly problem: string | null } {
  try {
    return { word: definition.inspection?.why?.(snapshot, nowMs, facts) ?? null, problem: null };
  } catch (error) {
    return { word: null, problem: `Explaining what an actor of this type waits for failed: ${messageOf(error)}` };
  }
}

/** Reads an actor's snapshot, or returns why this program cannot read it. */
export function readSnapshot(
  definition: AnyActorDefinition,
  record: ActorRecord,
): { readonly snapshot: AnyMachineSnapshot | null; readonly problem: string | null } {
  try {
    if (record.version > definition.version)
      throw new Error(`version ${record.version} is newer than this program's ${definition.version}`);
    return { snapshot: snapshotOf(definition, record), problem: null };
  } catch (error) {
    return { snapshot: null, problem: `This program cannot read the actor's state: ${messageOf(error)}` };
  }
}

function safeSteps(definition: AnyActorDefinition, { snapshot }: ActorRecord): Why['next'] {
  return nextSteps(definition.machine, snapshot.value, new Set(Object.keys(definition.events)));
}

function effectLines({ record, definition, nowMs }: WhyInput, toldKey: string | null): readonly string[] {
  const others = record.outbox.filter(({ key }) => key !== toldKey);
  const shown = others.slice(0, SHOWN_EFFECTS).map((entry) => effectWhy(entry, definition, nowMs).sentence);
  return others.length > shown.length ? [...shown, moreEffects(others.length - shown.length)] : shown;
}

function dueLines({ record, nowMs, tickEveryMs }: WhyInput, code: string): readonly string[] {
  const { dueAtMs, health, snapshot } = record;
  if (dueAtMs === null || code === 'due' || health.state === 'quarantined' || snapshot.status !== 'active') return [];
  if (dueAtMs <= 0) return [`The actor is evaluated regularly, once in ${durationText(tickEveryMs)}.`];
  if (dueAtMs <= nowMs) return ['The actor is evaluated at the next regular check.'];
  const latest = `the first regular check from ${whenText(dueAtMs, nowMs)} on`;
  // The sentence mentions the actor's triggers. Without them, an agent that compares a price every minute would appear to sleep until its
  // policy is about to expire.
  if ((record.triggers?.length ?? 0) > 0)
    return [`The actor is evaluated when a value that it waits for is reached, and at the latest at ${latest}.`];
  return [`The actor is evaluated next at ${latest}.`];
}

function triggerLines(triggers: readonly Trigger[]): readonly string[] {
  const shown = triggers
    .slice(0, SHOWN_TRIGGERS)
    .map(({ topic, op, value }) => `The actor is evaluated when ${topic} is ${op === 'at-least' ? 'at least' : 'at most'} ${value}.`);
  return triggers.length > shown.length ? [...shown, `The actor also waits for ${triggers.length - shown.length} more values.`] : shown;
}

/**
 * Returns by how many ms the actor is overdue; null while it is not overdue. The wake time of an actor that is due at every tick is always
 * 0, so only the effects in its outbox can be overdue.
 */
function latenessOf({ record, nowMs, tickEveryMs }: WhyInput): number | null {
  const times = record.outbox.map(entryWakeTime);
  if (record.wakeAtMs !== null && record.wakeAtMs > 0) times.push(record.wakeAtMs);
  const lateMs = times.length === 0 ? 0 : nowMs - Math.min(...times);
  return lateMs > Math.max(OVERDUE_AFTER_MS, 2 * tickEveryMs) ? lateMs : null;
}

function nextAtMs({ record, nowMs, pause, tickEveryMs }: WhyInput): number | null {
  const { health, snapshot, wakeAtMs, dueAtMs, outbox } = record;
  if (health.state === 'quarantined' || snapshot.status !== 'active' || pause !== null || wakeAtMs === null) return null;
  if (wakeAtMs > 0) return wakeAtMs;
  const times = outbox.map(entryWakeTime);
  if (dueAtMs !== null) times.push((Math.floor(nowMs / tickEveryMs) + 1) * tickEveryMs);
  return times.length === 0 ? null : Math.min(...times);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
