import type { Trouble } from '../platform/log/trouble-watch.ts';
import type { FoundOutage } from '../values/inspection/outage.ts';
import { momentText } from '../values/iso-time.ts';
import { type StoreTrouble, sayOfStore } from '../values/store-refusal.ts';

/** What an operator can do about each kind of problem of the store. */
const REMEDIES: { readonly [word in StoreTrouble]: string } = {
  away: 'Start the store, and check its address in the settings and the network between it and this node.',
  'no-answer': "Check the store's process, its load and the network between it and this node.",
  'no-primary': 'Restore a majority of the members of the MongoDB replica set, so that it elects a primary.',
  'disk-full': 'Free disk space or enlarge the disk; the service then continues by itself.',
  'over-quota': "Delete data or raise the store's quota; the service then continues by itself.",
  'disk-failing': 'Check the disk, and restore the store from a backup if the disk is broken.',
  'read-only': 'Make the file of the store, its folder and its file system writable for this service.',
  locked: 'End the other process that has locked the store.',
  damaged: 'Restore the store from a backup.',
  moved: 'Move the file of the store back to its place, or restore it from a backup, and restart the service.',
  denied: "Give the store's user the permissions to read and write.",
  overloaded: "Check the store's load and its limit of connections.",
  'wrong-data': 'Check which program has written these records, and restore them from a backup.',
  failing: "Check the store's own log for the reason.",
};

/** Describes the outage of a store that refuses writes. */
export function storeOutage({ word, count, sinceMs }: Trouble): FoundOutage {
  const trouble = word as StoreTrouble;
  return {
    kind: trouble === 'disk-full' || trouble === 'over-quota' ? 'disk' : 'store',
    cause: `The store has refused writes since ${momentText(sinceMs)}: ${sayOfStore(trouble)} (${trouble}, ${count} times).`,
    sinceMs,
    waits: 'All orders, trades and changes wait; reads continue where possible, and nothing that was confirmed is lost.',
    remedy: REMEDIES[trouble],
    transactionsWaiting: null,
  };
}
