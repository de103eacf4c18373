import type { Protections } from '../../values/autopilot/policy.ts';
import { type Bounds, type Field, fieldOf, ifThere, type ProblemList, readBoolean, readFields, readInteger } from './policy-fields.ts';

const MEMBERS = ['maxLosses', 'stopCooldownSeconds', 'maxDrawdownBps', 'exitsOnly'];
const DAY_SEC = 24 * 60 * 60;
const losses: Bounds = { min: 1, max: 100 };
const window: Bounds = { min: 60, max: 30 * DAY_SEC, unit: 'seconds' };
/** Limits of the time in seconds for which a protection stops purchases. The maximum is the maximum lifetime of a policy. */
const pause: Bounds = { min: 60, max: 180 * DAY_SEC, unit: 'seconds' };
const drawdown: Bounds = { min: 1, max: 9_999, unit: 'basis points' };

/**
 * Reads a policy's protections, which are rules that stop purchases. The API specification does not contain them. Every field is optional.
 */
export function readProtections(field: Field, list: ProblemList): Protections | null {
  const fields = readFields(field, MEMBERS, list);
  if (fields === null) return null;
  const at = (name: string): Field => fieldOf(fields, field.path, name);
  const maxLosses = ifThere(at('maxLosses'), (member) => readMaxLosses(member, list));
  const stopCooldownSeconds = ifThere(at('stopCooldownSeconds'), (member) => readInteger(member, { ...pause, min: 0 }, list));
  const maxDrawdownBps = ifThere(at('maxDrawdownBps'), (member) => readInteger(member, drawdown, list));
  const exitsOnly = ifThere(at('exitsOnly'), (member) => readBoolean(member, list));
  return {
    ...(maxLosses ? { maxLosses } : {}),
    ...(typeof stopCooldownSeconds === 'number' ? { stopCooldownSeconds } : {}),
    ...(typeof maxDrawdownBps === 'number' ? { maxDrawdownBps } : {}),
    ...(typeof exitsOnly === 'boolean' ? { exitsOnly } : {}),
  };
}

function readMaxLosses(field: Field, list: ProblemList): Protections['maxLosses'] | null {
  const fields = readFields(field, ['count', 'windowSeconds', 'pauseSeconds'], list);
  if (fields === null) return null;
  const read = (name: string, bounds: Bounds): number => readInteger(fieldOf(fields, field.path, name), bounds, list) ?? 0;
  return { count: read('count', losses), windowSeconds: read('windowSeconds', window), pauseSeconds: read('pauseSeconds', pause) };
}
