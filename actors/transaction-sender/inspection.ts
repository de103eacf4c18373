import {
  type InFlight,
  openRequests,
  type Settled,
  type SignedVersion,
  type TransactionSenderContext,
} from '../../machines/transaction-sender/context.ts';
import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { TransactionOutline } from '../../src/values/inspection/outline.ts';
import { address, text } from '../../src/values/inspection/section-values.ts';
import { toned } from '../tone-of-code.ts';
import { senderSections } from './sections.ts';
import { whyTransactionSender } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: TransactionSenderContext };

/** The inspection of a transaction sender for operators: its signed transactions and their requesters. */
export const senderInspection: InspectionSpec<Snapshot> = {
  title: ({ context: { chainId } }, { key }) => [text(`Sender on chain ${chainId}, key`), address(key.slice(key.lastIndexOf('/') + 1))],
  amounts: {
    chain: 'chainId',
    amounts: [
      { path: 'current.request.call.value', token: 'native' },
      { path: 'flights.*.request.call.value', token: 'native' },
      { path: 'queue.*.request.call.value', token: 'native' },
      { path: 'settled.*.request.call.value', token: 'native' },
    ],
  },
  why: toned(whyTransactionSender),
  outline({ context }) {
    const requesters = new Set([...openRequests(context), ...context.settled].map(({ request }) => request.replyTo));
    return { related: [...requesters].map((id) => ({ id, relation: 'requested a transaction' })), transactions: signedOf(context) };
  },
  inHand: ({ context }, asked) => signedOf(context, asked),
  show: ({ context }) => ({ sections: senderSections(context) }),
};

/**
 * Returns the transactions that the sender still stores, newest first. When `asked` is given (a map from request key to label), only the
 * transactions of these requests.
 */
function signedOf(context: TransactionSenderContext, asked?: ReadonlyMap<string, string>): readonly TransactionOutline[] {
  const { chainId, flights, settled, recent } = context;
  const isAsked = ({ request }: InFlight | Settled) => asked === undefined || asked.has(request.requestKey);
  const known = [
    ...flights
      .toReversed()
      .filter(isAsked)
      .flatMap((flight) => ofFlight(chainId, flight, asked)),
    ...[...settled]
      .reverse()
      .filter(isAsked)
      .flatMap((one) => ofSettled(chainId, one, asked)),
  ];
  if (asked !== undefined) return known;
  const hashes = new Set(known.map(({ hash }) => hash));
  const older = recent
    .filter(({ hash }) => !hashes.has(hash))
    .map(({ hash, nonce }): TransactionOutline => ({ chainId, hash, nonce, status: 'mined', what: 'Mined before' }));
  return [...known, ...older.reverse()];
}

function ofFlight(
  chainId: number,
  { request, nonce, versions, minedIn }: InFlight,
  asked?: ReadonlyMap<string, string>,
): readonly TransactionOutline[] {
  return versions
    .map((version, index): TransactionOutline => {
      const isLast = index === versions.length - 1;
      const status = !isLast ? 'replaced' : minedIn !== null ? 'mined' : version.sentAtMs === null ? 'signed' : 'sent';
      return { chainId, hash: version.hash, nonce, status, what: whatOf(asked?.get(request.requestKey) ?? request.requestKey, version) };
    })
    .reverse();
}

function ofSettled(
  chainId: number,
  { request, nonce, versions, txHash, outcome, blockNumber }: Settled,
  asked?: ReadonlyMap<string, string>,
): readonly TransactionOutline[] {
  return versions
    .map((version): TransactionOutline => {
      const isIt = version.hash === txHash;
      const status = !isIt ? 'replaced' : outcome === 'reverted' ? 'reverted' : 'mined';
      return {
        chainId,
        hash: version.hash,
        nonce,
        status,
        blockNumber: isIt ? blockNumber : null,
        what: whatOf(asked?.get(request.requestKey) ?? request.requestKey, version),
      };
    })
    .reverse();
}

function whatOf(what: string, { kind }: SignedVersion): string {
  return kind === 'cancellation' ? `Cancellation of ${what}` : what;
}
