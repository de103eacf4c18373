import type { ChainAddress } from '../../values/address.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isUuid } from '../../values/id-source.ts';
import { anyTransactionHash } from '../../values/parse-transaction-hash.ts';
import type { BridgeCompletions } from './bridge-completions.ts';
import type { TradesService } from './create-trades-service.ts';
import type { PublicTrade } from './routes/transaction-schemas.ts';

/**
 * Stores a client's statement that a bridge transfer has ended, and then checks the trade. Returns the checked trade, or null when no trade
 * belongs to the statement. The statement itself never changes the trade's status.
 * @throws InvalidInputError 400 `invalid-hash`
 */
export type CompleteBridge = (said: {
  readonly txHash: string;
  readonly destinationTxHash?: string | undefined;
  readonly walletAddress?: ChainAddress | undefined;
  readonly status?: string | undefined;
}) => Promise<PublicTrade | null>;

export function createCompleteBridge(deps: {
  readonly trades: Pick<TradesService, 'find' | 'look'>;
  readonly completions: BridgeCompletions;
}): CompleteBridge {
  return async ({ txHash, destinationTxHash = null, walletAddress = null, status = null }) => {
    const problems: Problem[] = [];
    const source = idIn('txHash', txHash, problems);
    const destination = destinationTxHash === null ? null : idIn('destinationTxHash', destinationTxHash, problems);
    if (problems.length > 0) throw new InvalidInputError(problems, { code: 'invalid-hash' });
    const trade = await found(() => deps.trades.find(source));
    const tradeId = trade?.id ?? null;
    await deps.completions.keep({ txHash: source, destinationTxHash: destination, walletAddress, status, tradeId });
    return tradeId === null ? null : deps.trades.look(tradeId);
  };
}

function idIn(name: string, text: string, problems: Problem[]): string {
  const id = isUuid(text) ? text.toLowerCase() : anyTransactionHash(text);
  if (id === null)
    problems.push({ path: `body.${name}`, code: 'invalid-hash', message: 'Expected the hash of a transaction, or the UUID of a record.' });
  return id ?? '';
}

async function found(look: () => Promise<PublicTrade>): Promise<PublicTrade | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof TerminalError && error.code === 'transaction-not-found') return null;
    throw error;
  }
}
