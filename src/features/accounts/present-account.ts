import * as v from 'valibot';
import type { Stored } from '../../platform/store/record-store.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { StoredSession } from './sessions/session.ts';

export const sessionSchema = v.object({
  id: v.string(),
  /** Whether the listed session is the one with which the client made this request. */
  isCurrent: v.boolean(),
  agent: v.nullable(v.string()),
  chainId: v.number(),
  createdAt: v.string(),
  refreshedAt: v.string(),
  expiresAt: v.string(),
});

export function presentSession(session: Stored<StoredSession>, currentId: string): v.InferOutput<typeof sessionSchema> {
  const { _id, agent, chainId, createdAtMs, refreshedAtMs, expiresAtMs } = session;
  const times = { createdAt: isoOf(createdAtMs), refreshedAt: isoOf(refreshedAtMs), expiresAt: isoOf(expiresAtMs) };
  return { id: _id, isCurrent: _id === currentId, agent, chainId, ...times };
}
