import * as v from 'valibot';
import type { TypeFigures } from '../../values/inspection/type-figures.ts';
import { outageNoteSchema } from './outages-route.ts';

const milliseconds = v.pipe(v.number(), v.integer());
const duration = (of: string) =>
  v.nullable(v.pipe(v.number(), v.description(`Duration in milliseconds that ${of} do not exceed; null when nothing was done.`)));

const work = {
  count: v.pipe(
    v.number(),
    v.description('The number of processed events, or of attempts of an effect (such as sending a transaction), in the time window.'),
  ),
  perMinute: v.pipe(v.number(), v.description('The average number of processed events, or of attempts of an effect, per minute.')),
  p50Ms: duration('half of them'),
  p95Ms: duration('95 of 100'),
  failures: v.pipe(v.number(), v.description('How many times the processing of an event, or an attempt of an effect, failed.')),
  retries: v.pipe(v.number(), v.description('How many times the processing of an event, or an attempt of an effect, was repeated.')),
  postponed: v.pipe(
    v.number(),
    v.description('How many times an attempt of an effect ended because a chain did not answer. The attempt is made again later.'),
  ),
};

/** The reply of `GET /api/operator/types/figures`. The command line also validates replies with this schema. */
export const typeFiguresSchema: v.GenericSchema<unknown, TypeFigures> = v.object({
  nodeId: v.string(),
  nowMs: milliseconds,
  sinceMs: v.pipe(milliseconds, v.description('Start of the time window of the figures, in UTC ms.')),
  types: v.array(
    v.object({
      type: v.string(),
      steps: v.pipe(v.object(work), v.description('Stored changes of actors.')),
      effects: v.pipe(v.object(work), v.description('Attempts of effects.')),
      byEffect: v.array(
        v.object({
          name: v.string(),
          waitsOnPurpose: v.pipe(
            v.boolean(),
            v.description('Whether the effect waits for other items of its batch or for a block. Its duration does not count as slow.'),
          ),
          ...work,
        }),
      ),
      quarantines: v.pipe(
        v.number(),
        v.description('How many times an actor of this type was quarantined (stopped until an operator acts).'),
      ),
      lastError: v.nullable(
        v.object({
          id: v.pipe(v.string(), v.description('The actor that had the last error.')),
          what: v.pipe(v.string(), v.description('The event or the effect that failed.')),
          ...{ code: v.string(), message: v.string(), atMs: milliseconds },
        }),
      ),
    }),
  ),
  outages: v.pipe(
    v.array(outageNoteSchema),
    v.description('The outages now, with the number of actors that wait; the largest comes first.'),
  ),
});
