import type { InFlight, Settled, SignedVersion, TransactionSenderContext } from '../../machines/transaction-sender/context.ts';
import type { RelatedActor } from '../../src/values/inspection/actor-details.ts';
import type { ActorSketch, TransactionSketch } from '../../src/values/inspection/actor-sketch.ts';

type Snapshot = { readonly context: TransactionSenderContext };

/** A sender as the inspector shows it: what it signed, and who asked. */
export function sketchTransactionSender({ context }: Snapshot): ActorSketch {
  const { current, queue, settled } = context;
  const requests = [...(current === null ? [] : [current]), ...queue, ...settled].map(({ request }) => request);
  const askers = new Map<string, RelatedActor>();
  for (const { replyTo } of requests) askers.set(replyTo, { id: replyTo, relation: 'asked it to send' });
  return {
    tokens: [],
    related: [...askers.values()],
    transactions: signedOf(context),
    domain: null,
    sendsOn: null,
    requests: [],
  };
}

/** Every transaction that the sender still knows, newest first; with `asked` (what by key), those of these requests alone. */
export function signedOf(context: TransactionSenderContext, asked?: ReadonlyMap<string, string>): readonly TransactionSketch[] {
  const { chainId, current, queue, settled, recent } = context;
  const isAsked = ({ request }: InFlight | Settled) => asked === undefined || asked.has(request.requestKey);
  const known = [
    ...[...(current === null ? [] : [current]), ...queue].filter(isAsked).flatMap((flight) => ofFlight(chainId, flight, asked)),
    ...[...settled]
      .reverse()
      .filter(isAsked)
      .flatMap((one) => ofSettled(chainId, one, asked)),
  ];
  if (asked !== undefined) return known;
  const hashes = new Set(known.map(({ hash }) => hash));
  const older = recent
    .filter(({ hash }) => !hashes.has(hash))
    .map(({ hash, nonce }): TransactionSketch => ({ chainId, hash, nonce, status: 'mined', what: 'Mined before' }));
  return [...known, ...older.reverse()];
}

function ofFlight(
  chainId: number,
  { request, nonce, versions, minedIn }: InFlight,
  asked?: ReadonlyMap<string, string>,
): readonly TransactionSketch[] {
  return versions
    .map((version, index): TransactionSketch => {
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
): readonly TransactionSketch[] {
  return versions
    .map((version): TransactionSketch => {
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
