import type { ActorCommit, ActorStore, LoadedActor } from '../../runtime/record/actor-store.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import { actorPages } from '../walk-pages.ts';
import { type ActorReplay, createActorReplay } from './actor-replay.ts';
import { targetTaken } from './target-taken.ts';

export type ActorsCopied = { readonly seen: number; readonly copied: number; readonly revisions: number };

/**
 * Number of actors that are copied at the same time. Each write to the target store contains one commit of each of these actors, so long
 * histories of different actors are copied in parallel.
 */
const IN_WORK = 200;

/**
 * Copies the missing revisions of every actor. What is missing is read from the target, so a run that was killed can be continued by
 * another run. @throws TerminalError `migrate-target-taken`, `migrate-history-missing`
 */
export async function copyActors(
  source: ActorStore,
  target: ActorStore,
  onProgress: (progress: ActorsCopied) => void,
): Promise<ActorsCopied> {
  let seen = 0;
  let copied = 0;
  let revisions = 0;
  let inWork: ActorReplay[] = [];

  async function commitRound(): Promise<void> {
    const commits = await Promise.all(inWork.map((replay) => replay.next()));
    const pending = inWork.flatMap((replay, at): { replay: ActorReplay; commit: ActorCommit }[] => {
      const commit = commits[at];
      return commit === null || commit === undefined ? [] : [{ replay, commit }];
    });
    const results = pending.length === 0 ? [] : await target.commit(pending.map(({ commit }) => commit));
    for (const [at, { replay, commit }] of pending.entries()) replay.settle(commit, results[at]);
    copied += inWork.length - pending.length;
    revisions += pending.length;
    inWork = pending.map(({ replay }) => replay);
    onProgress({ seen, copied, revisions });
  }

  for await (const page of actorPages(source)) {
    const present = await target.load(page.map(({ record }) => record.id));
    const replays = await Promise.all(page.map((loaded, at) => replayOf(source, loaded, present[at] ?? null)));
    seen += page.length;
    inWork.push(...replays.filter((replay) => replay !== null));
    onProgress({ seen, copied, revisions });
    while (inWork.length >= IN_WORK) await commitRound();
  }
  while (inWork.length > 0) await commitRound();
  return { seen, copied, revisions };
}

/** Prepares the copy of one actor. Returns null when the target already has the actor's newest revision. */
async function replayOf(source: ActorStore, { record }: LoadedActor, present: LoadedActor | null): Promise<ActorReplay | null> {
  if (present === null) return createActorReplay(source, record, null);
  const reached = present.record.revision;
  const original = reached === record.revision ? record : (await source.historyAt(record.id, reached))?.record;
  if (original === undefined) {
    throw targetTaken(`Actor ${record.id}`, `is at revision ${reached}, and the source has deleted that revision`);
  }
  if (canonicalJson(original) !== canonicalJson(present.record)) {
    throw targetTaken(`Actor ${record.id}`, `differs from the same actor in the source at revision ${reached}`);
  }
  return reached === record.revision ? null : createActorReplay(source, record, present);
}
