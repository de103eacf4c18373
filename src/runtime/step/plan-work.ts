import type { AnyMachineSnapshot } from 'xstate';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type IndexKeys, keysProblem, NO_KEYS } from '../../values/index-keys.ts';
import type { Json } from '../../values/json.ts';
import { shardOf } from '../../values/shard.ts';
import type { PlainEvent, TimedEvent } from '../define/definition.ts';
import {
  type ActorRecord,
  APPLIED_KEPT,
  HEALTHY,
  type Health,
  type OutboxEntry,
  type PersistedSnapshot,
  type StateValue,
} from '../record/record.ts';
import { withTriggers } from '../record/record-triggers.ts';
import { wakeTime } from '../record/wake-time.ts';
import { armTriggers } from './arm-triggers.ts';
import type { Cell, Envelope, Loaded, Plan, SteppedAhead, Work } from './cell.ts';
import type { CompiledActor } from './compile-actor.ts';
import { liftSnapshot } from './hydrate.ts';
import { claim, enqueue, isClaimable, isHeldByOther, isSameClaim, postpone, replaceEntry } from './outbox.ts';
import { retryEntries } from './retry-entries.ts';
import type { Stepped } from './stepper.ts';
import { afterEffectFailure, quarantine } from './supervision.ts';

export type PlanContext = {
  readonly nowMs: number;
  readonly nodeId: string;
  readonly tickEveryMs: number;
  /** How many more effects this node may start now. */
  readonly room: number;
};

export type Planned = Plan | { readonly unchanged: true; readonly accepted: boolean };

/**
 * Plans one piece of work on one actor: returns the record to commit, or that there is nothing to write. Pure; this is the core of
 * the runtime. Errors of a machine pass through and leave the actor unchanged.
 */
export function planWork(cell: Cell, envelope: Envelope, context: PlanContext): Planned {
  const { work } = envelope;
  if (work.kind === 'create') return planCreate(cell, work.input, envelope, context);
  if (cell.loaded === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `There is no actor ${cell.id}.` });
  return planOn(cell.actor, cell.loaded, work, envelope, context);
}

function planCreate(cell: Cell, input: unknown, envelope: Envelope, context: PlanContext): Planned {
  if (cell.loaded !== null) throw new TerminalError({ code: 'actor-exists', status: 409, message: `The actor ${cell.id} already exists.` });
  const stepped = cell.actor.stepper.start(input);
  const blank: ActorRecord = {
    id: cell.id,
    type: cell.actor.type,
    shard: shardOf(cell.id),
    revision: 0,
    version: cell.actor.definition.version,
    epoch: 0,
    snapshot: { status: 'active', value: '', context: {} },
    applied: [],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: NO_KEYS,
    health: HEALTHY,
    createdAtMs: context.nowMs,
    updatedAtMs: context.nowMs,
  };
  return commitOf(cell.actor, blank, stepped, blank.outbox, { type: 'runtime.created', input }, envelope, context);
}

function planOn(
  actor: CompiledActor,
  loaded: Loaded,
  work: Exclude<Work, { kind: 'create' }>,
  envelope: Envelope,
  context: PlanContext,
): Planned {
  const { record, snapshot } = loaded;
  switch (work.kind) {
    case 'event':
    case 'tick':
      return planEvent(actor, loaded, work.event, record.outbox, envelope, context);
    case 'settle': {
      const settled = record.outbox.find((entry) => entry.key === work.key);
      if (!settled || (work.claim && !isSameClaim(settled, work.claim))) return { unchanged: true, accepted: true };
      const outbox = replaceEntry(record.outbox, work.key, null);
      if (work.event !== null) return planEvent(actor, loaded, work.event, outbox, envelope, context);
      return commitOf(actor, record, { snapshot, actions: [] }, outbox, { type: 'runtime.settled', key: work.key }, envelope, context);
    }
    case 'claim': {
      const claimed: OutboxEntry[] = [];
      const outbox = record.outbox.map((entry) => {
        const spec = work.keys.includes(entry.key) ? actor.effects.get(entry.name) : undefined;
        const isFree = isClaimable(entry, context.nowMs) || (work.takesOver && isHeldByOther(entry, context.nodeId));
        if (!spec || !isFree) return entry;
        const mine = claim(entry, spec, context.nodeId, context.nowMs);
        claimed.push(mine);
        return mine;
      });
      if (claimed.length === 0) return { unchanged: true, accepted: true };
      return bookkeeping(
        actor,
        loaded,
        outbox,
        record.health,
        { type: 'runtime.claimed', keys: [...work.keys] },
        claimed,
        envelope,
        context,
      );
    }
    case 'postpone': {
      const { key } = work.claim;
      const entry = record.outbox.find((other) => other.key === key);
      if (!entry || !isSameClaim(entry, work.claim)) return { unchanged: true, accepted: true };
      const outbox = replaceEntry(record.outbox, key, postpone(entry, work.state, work.atMs, work.error));
      const health = work.quarantine ? quarantine(record.health, work.error) : afterEffectFailure(record.health, work.error);
      const type = work.quarantine ? 'runtime.quarantined' : 'runtime.postponed';
      const event = { type, key, code: work.error.code, message: work.error.message };
      return bookkeeping(actor, loaded, outbox, health, event, [], envelope, context);
    }
    case 'health': {
      const health = work.change(record.health);
      if (health === record.health) return { unchanged: true, accepted: true };
      const released = work.name === 'runtime.released' ? record.outbox.map((entry) => releasedEntry(entry, context.nowMs)) : record.outbox;
      return bookkeeping(actor, loaded, released, health, { type: work.name, error: health.lastError }, [], envelope, context);
    }
    case 'retry': {
      const retried = retryEntries(actor.effects, record.outbox, work.key, context.nowMs);
      if (retried === null) return { unchanged: true, accepted: false };
      const event = { type: 'runtime.effect-retried', keys: [...retried.keys] };
      return bookkeeping(actor, loaded, retried.outbox, record.health, event, [], envelope, context);
    }
    case 'restore':
      requireRevision(record, work.expected);
      return planRestore(actor, record, work.target, envelope, context);
  }
}

function planEvent(
  actor: CompiledActor,
  loaded: Loaded,
  event: PlainEvent,
  outbox: readonly OutboxEntry[],
  envelope: Envelope,
  present: PlanContext,
): Planned {
  const { record, snapshot } = loaded;
  const unsettled = outbox === record.outbox;
  // A live XState actor accepts nothing once it is done; a bare transition would.
  if (snapshot.status !== 'active') {
    if (unsettled) return { unchanged: true, accepted: false };
    return commitOf(actor, record, { snapshot, actions: [] }, outbox, event, envelope, present);
  }
  const given = envelope.work.kind === 'tick' ? envelope.work.ahead : undefined;
  const ahead = given?.on === snapshot ? given : undefined;
  // History must record the time that the machine was given; otherwise replaying the events would lead to other states.
  const context = ahead === undefined ? present : { ...present, nowMs: ahead.atMs };
  const stamped = stamp(event, context.nowMs);
  const stepped = ahead?.stepped ?? actor.stepper.step(snapshot, stamped);
  if (stepped.snapshot !== snapshot || stepped.actions.length > 0)
    return commitOf(actor, record, stepped, outbox, event, envelope, context);
  const accepted = envelope.work.kind === 'tick' || actor.stepper.expects(snapshot, stamped);
  // An unexpected event does not show that the actor is healthy.
  if (unsettled && (!accepted || healthAfterStep(record.health, outbox) === record.health)) return { unchanged: true, accepted };
  const plan = commitOf(actor, record, stepped, outbox, event, envelope, context);
  return accepted ? plan : { ...plan, unexpected: true };
}

/**
 * Steps a tick before any other data is created for it: in most ticks most actors do nothing, and this is then their whole cost.
 * Null for those that do nothing; undefined for one that needs the ordinary way (it is done, or its health may change).
 */
export function stepAhead(
  actor: CompiledActor,
  { record, snapshot }: Loaded,
  event: PlainEvent,
  nowMs: number,
): SteppedAhead | null | undefined {
  if (snapshot.status !== 'active' || record.health.state !== 'ok') return undefined;
  const { snapshot: next, actions } = actor.stepper.step(snapshot, stamp(event, nowMs));
  if (next === snapshot && actions.length === 0) return null;
  return { on: snapshot, stepped: { snapshot: next, actions: [...actions] }, atMs: nowMs };
}

function stamp(event: PlainEvent, at: number): TimedEvent {
  return { ...event, at };
}

/** Makes the commit of a step: the only place where a machine's snapshot becomes a record. */
function commitOf(
  actor: CompiledActor,
  previous: ActorRecord,
  stepped: Stepped,
  kept: readonly OutboxEntry[],
  event: PlainEvent,
  envelope: Pick<Envelope, 'eventId' | 'cause'>,
  context: PlanContext,
): Plan {
  const { snapshot, actions } = stepped;
  const revision = previous.revision + 1;
  let outbox = kept;
  let starting: OutboxEntry[] = NOTHING;
  if (actions.length > 0) {
    let { room } = context;
    const asked = actions.map((action, n) => {
      const spec = actor.effects.get(action.type);
      if (!spec)
        throw new TerminalError({
          code: 'unknown-effect',
          message: `${previous.id} asked for "${action.type}", which is not a declared effect.`,
        });
      const claimant = room > 0 ? context.nodeId : null;
      const entry = enqueue(action, n, spec, { actorId: previous.id, revision, epoch: previous.epoch, nowMs: context.nowMs, claimant });
      if (entry.claimedBy !== null) room -= 1;
      return entry;
    });
    outbox = [...kept, ...asked];
    starting = asked.filter((entry) => entry.claimedBy !== null);
  }
  const { definition } = actor;
  const health = healthAfterStep(previous.health, outbox);
  const dueAtMs = snapshot.status === 'active' ? definition.due(snapshot) : null;
  // NaN would be stored as "never", and the actor would silently stop.
  if (dueAtMs !== null && !Number.isFinite(dueAtMs)) throw new Error(`its \`due\` is ${dueAtMs}, which is no time`);
  const next: ActorRecord = {
    id: previous.id,
    type: previous.type,
    shard: previous.shard,
    revision,
    version: definition.version,
    epoch: previous.epoch,
    snapshot: persist(snapshot, previous.snapshot),
    applied: withApplied(previous.applied, envelope.eventId),
    dueAtMs,
    wakeAtMs: wakeTime({ dueAtMs, outbox, health, tickEveryMs: context.tickEveryMs }),
    outbox,
    keys: keysOf(actor, snapshot, previous.keys),
    health,
    createdAtMs: previous.createdAtMs,
    updatedAtMs: context.nowMs,
  };
  const { type, ...payload } = event;
  return {
    next: definition.triggers === undefined ? next : withTriggers(next, armTriggers(definition, next, snapshot, previous.triggers)),
    snapshot,
    note: { event: { id: envelope.eventId, type, payload: payload as Json }, atMs: context.nowMs, cause: envelope.cause },
    starting,
  };
}

const NOTHING: OutboxEntry[] = [];

/** Makes a commit that does not change the machine: leases, retries, health. */
function bookkeeping(
  { definition }: CompiledActor,
  { record, snapshot }: Loaded,
  outbox: readonly OutboxEntry[],
  health: Health,
  event: PlainEvent,
  starting: readonly OutboxEntry[],
  envelope: Envelope,
  context: PlanContext,
): Plan {
  const { type, ...payload } = event;
  const next: ActorRecord = {
    ...record,
    revision: record.revision + 1,
    applied: withApplied(record.applied, envelope.eventId),
    outbox,
    health,
    wakeAtMs: wakeTime({ dueAtMs: record.dueAtMs, outbox, health, tickEveryMs: context.tickEveryMs }),
    updatedAtMs: context.nowMs,
  };
  const rearms = (health.state === 'quarantined') !== (record.health.state === 'quarantined');
  return {
    next: rearms ? withTriggers(next, armTriggers(definition, next, snapshot, record.triggers)) : next,
    snapshot,
    note: { event: { id: envelope.eventId, type, payload: payload as Json }, atMs: context.nowMs, cause: envelope.cause },
    starting,
  };
}

/**
 * Plans a new revision with an old snapshot. From the current outbox, effects that may have happened stay, to be reconciled; effects
 * that never ran stay only if the old revision had requested them too. Effects settled since then do not run again: the old outbox
 * is not restored.
 */
export function planRestore(
  actor: CompiledActor,
  record: ActorRecord,
  target: ActorRecord,
  envelope: Pick<Envelope, 'eventId' | 'cause'>,
  context: PlanContext,
): Plan {
  const wanted = new Set(target.outbox.map((entry) => entry.key));
  const outbox = record.outbox.filter((entry) => entry.state !== 'ready' || wanted.has(entry.key));
  const restored = actor.stepper.restore(liftSnapshot(actor.definition, target));
  const { restore } = actor.definition;
  const stepped: Stepped =
    typeof restore === 'function' && restored.status === 'active'
      ? actor.stepper.step(restored, stamp(restore(), context.nowMs))
      : { snapshot: restored, actions: [] };
  const raised: ActorRecord = { ...record, epoch: record.epoch + 1, health: HEALTHY };
  return commitOf(actor, raised, stepped, outbox, { type: 'runtime.restored', revision: target.revision }, envelope, context);
}

/** Requires an actor's revision. @throws TerminalError `revision-moved-on` (409) when it is not the expected one */
export function requireRevision({ id, revision }: ActorRecord, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  const message = `${id} has moved on from revision ${expected} to ${revision}. Nothing was changed: look again.`;
  throw new TerminalError({ code: 'revision-moved-on', status: 409, message, details: { expected, revision } });
}

/** Gives a released actor's entry a fresh set of attempts, due at once. */
function releasedEntry(entry: OutboxEntry, nowMs: number): OutboxEntry {
  return entry.claimedBy === null ? { ...entry, attempts: 0, nextAttemptAtMs: nowMs } : entry;
}

function healthAfterStep(health: Health, outbox: readonly OutboxEntry[]): Health {
  if (health.state !== 'backing-off') return health;
  if (outbox.some((entry) => entry.lastError !== null)) return health.untilMs === null ? health : { ...health, untilMs: null };
  return HEALTHY;
}

function withApplied(applied: readonly string[], eventId: string): readonly string[] {
  const kept = applied.slice(applied.length < APPLIED_KEPT ? 0 : 1 - APPLIED_KEPT);
  kept.push(eventId);
  return kept;
}

/** The same object as before while no value of it changes. */
function keysOf({ keys }: CompiledActor, snapshot: AnyMachineSnapshot, previous: IndexKeys): IndexKeys {
  let isSame = true;
  for (const { name, of } of keys) if (of(snapshot) !== (previous[name] ?? null)) isSame = false;
  if (isSame) return previous;
  const next = { status: null, ...Object.fromEntries(keys.map(({ name, of }) => [name, of(snapshot)])) };
  const problem = keysProblem(next);
  if (problem !== null) throw new Error(problem);
  return next;
}

function persist(snapshot: AnyMachineSnapshot, previous: PersistedSnapshot): PersistedSnapshot {
  const value = sameValue(snapshot.value, previous.value) ? previous.value : snapshot.value;
  const persisted = { status: snapshot.status, value, context: snapshot.context };
  return snapshot.output === undefined ? persisted : { ...persisted, output: snapshot.output };
}

/** Compares by content, since XState builds a new value object for every snapshot of nested states. */
function sameValue(a: StateValue, b: StateValue): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    const [left, right] = [a[name], b[name]];
    if (left === undefined || right === undefined || !sameValue(left, right)) return false;
  }
  return true;
}
