import './domain-view.css';
import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { ActorRecord } from '../../data/actor-record.ts';
import { AgentView } from './agent-view.tsx';
import { DcaView } from './dca-view.tsx';
import { createTokenBook } from './token-book.ts';
import { TradeView } from './trade-view.tsx';

/** What an actor of this kind is about: an agent's strategies, a position's schedule, a trade's path. Nothing for other kinds. */
export function DomainView({ details, record }: { details: ActorDetails; record: ActorRecord }) {
  const { domain, tokens } = details;
  const book = createTokenBook(tokens);
  if (domain === null) return null;
  return (
    <div class="domain-view">
      {domain.kind === 'agent' && <AgentView agent={domain} book={book} chainId={record.keys.chainId ?? 0} />}
      {domain.kind === 'dca' && <DcaView position={domain} book={book} />}
      {domain.kind === 'trade' && <TradeView trade={domain} book={book} />}
    </div>
  );
}
