import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ActorRecord, HistoryEntry, StateValue } from '../../data/actor-record.ts';
import { useFollow } from '../../data/use-follow.ts';
import { isVisible } from '../../data/visibility.ts';
import { announce } from '../../kit/announce.tsx';
import { formatState } from '../../kit/format.ts';
import { mergeSteps, nextShown, pathBefore, type Step, stepsOfFeed, stepsOfHistory, withRecord } from './merge-steps.ts';

/** How long the chart highlights each state, in milliseconds: long enough to notice it before the next one. */
const STEP_SHOWN_MS = 450;

export type Shown = {
  /**
   * The state that the chart highlights. It may be slightly older than the actor's current state, because new states are shown one after
   * another.
   */
  readonly value: StateValue | null;
  readonly path: readonly StateValue[];
  /** The event that led the actor to the state that the chart highlights. */
  readonly event: string;
};

/**
 * Follows an actor step by step. States that arrive through the live feed are shown one after the other, even when several arrive at once.
 */
export function useSteps(id: string, record: ActorRecord | null, entries: readonly HistoryEntry[] | null): Shown {
  const [told, setTold] = useState<readonly Step[]>([]);
  const [shown, setShown] = useState<number | null>(null);
  useFollow({ id }, (events) => {
    const steps = stepsOfFeed(events, id);
    if (steps.length > 0) setTold((before) => mergeSteps(before, steps));
  });
  const steps = useMemo(() => {
    const merged = mergeSteps(told, stepsOfHistory(entries ?? []));
    return record === null ? merged : withRecord(merged, record);
  }, [told, entries, record]);

  const newest = steps.at(-1)?.revision ?? null;
  const next = shown === null ? newest : nextShown(steps, shown);
  useEffect(() => {
    if (next === null) return;
    if (shown === null || !isVisible.peek()) {
      setShown(newest);
      return;
    }
    const timer = setTimeout(() => setShown(next), STEP_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [next, shown, newest]);

  const step = steps.findLast(({ revision }) => shown === null || revision <= shown) ?? null;
  const valueText = step === null ? '' : JSON.stringify(step.to);
  useEffect(() => {
    if (step !== null && told.length > 0) announce(`Now in ${formatState(step.to)}`);
  }, [valueText]);
  const path = useMemo(() => (step === null ? [] : pathBefore(steps, step.revision)), [steps, step?.revision]);
  return { value: step?.to ?? null, path, event: step?.event ?? '' };
}
