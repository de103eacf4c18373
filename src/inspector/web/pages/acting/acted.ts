import type { ActorRecord } from '../../data/actor-record.ts';
import { formatState } from '../../kit/format.ts';

/** The data of the replies to `POST /api/operator/actors/:id/send` and `POST /api/operator/actors/:id/tick`. */
export type Acted = { readonly record: ActorRecord; readonly changed: boolean; readonly accepted: boolean };

/** Describes the result of an operator's action on an actor in a sentence. */
export function actedWords(what: string, { record, changed, accepted }: Acted): string {
  const where = `in ${formatState(record.snapshot.value)} at revision ${record.revision}`;
  if (!accepted) return `${what}: the actor has no transition for this ${where}. Nothing was changed.`;
  return changed ? `${what}: the actor is now ${where}.` : `${what}: there was nothing to do. The actor is still ${where}.`;
}
