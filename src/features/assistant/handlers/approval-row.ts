import type { Token } from '../../../market/tokens/token.ts';
import type { Approval } from '../../../platform/chain/approvals/read-approvals.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { type Address, NO_ADDRESS } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { shortHash } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { compareRationals, parseRational, type Rational, ZERO } from '../../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../../values/usd.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';

export type RevokeCalls = {
  readonly calls: Pick<WalletCalls, 'approve' | 'approveNft' | 'setApprovalForAll' | 'lockdown'>;
  readonly permit2: Address;
};

type Row = NonNullable<AnswerData['revokeApprovals']>['approvals'][number];

/** An allowance of at least this many base units counts as unlimited, because no wallet holds so many units of a token. */
const UNLIMITED = 2n ** 128n;

/** Builds the entry of one approval in an answer: the value that the spender could take, and the transaction that ends the approval. */
export function rowOf(
  deps: RevokeCalls,
  chainId: number,
  wallet: Address,
  approval: Approval,
  token: Token | null,
  usd: string | null,
): Row {
  const { kind, token: address, spender, allowance, balance, expiresSec, block } = approval;
  const decimals = token?.decimals ?? null;
  const isUnlimited = allowance === null ? kind === 'nft-all' : allowance >= UNLIMITED;
  const reachable = reachableBy(approval);
  const atRisk =
    reachable === null || decimals === null || usd === null ? null : usdTextOf(baseUnitsToUsd(reachable, parseRational(usd), decimals));
  return {
    ...{ chainId, kind, token: address, symbol: token?.symbol ?? null, spender, allowance: allowance?.toString() ?? null },
    allowanceText: allowance === null || decimals === null || isUnlimited ? null : formatAmount(allowance, decimals),
    ...{ isUnlimited, tokenId: approval.kind === 'nft' ? approval.tokenId : null },
    balance: balance === null || decimals === null ? null : formatAmount(balance, decimals),
    valueAtRiskUsd: atRisk,
    expiresAt: expiresSec === null ? null : isoOf(expiresSec * 1_000),
    approvedAtBlock: block,
    revoke: revokeOf(deps, chainId, wallet, approval, token),
  };
}

/** Returns how many base units of the token the spender could take; null for NFTs, and when the wallet's balance is not known. */
function reachableBy({ allowance, balance }: Approval): bigint | null {
  if (allowance === null) return null;
  return balance !== null && allowance < balance ? allowance : balance;
}

/**
 * Returns the value in USD that all spenders of one token together could take. It is never more than the wallet's balance, because a token
 * can be taken only once. It is 0 when the token is not listed, or when its price or the balance is not known.
 */
export function valueAtRisk(approvals: readonly Approval[], token: Token | null, usd: string | null): Rational {
  if (token === null || usd === null) return ZERO;
  const all = approvals.reduce((sum, approval) => sum + (reachableBy(approval) ?? 0n), 0n);
  const balance = approvals.reduce((most, one) => (one.balance !== null && one.balance > most ? one.balance : most), 0n);
  const worth = (units: bigint) => baseUnitsToUsd(units, parseRational(usd), token.decimals);
  return all > balance ? worth(balance) : worth(all);
}

function revokeOf({ calls, permit2 }: RevokeCalls, chainId: number, wallet: Address, approval: Approval, token: Token | null): Unsigned {
  const { token: address, spender } = approval;
  const common = { chainId, from: wallet, value: '0' };
  const name = token?.symbol ?? `token ${shortHash(address)}`;
  switch (approval.kind) {
    case 'erc20':
      return { ...common, to: address, data: calls.approve(spender, 0n), description: `End the allowance of ${name} for ${spender}` };
    case 'nft':
      return {
        ...common,
        to: address,
        data: calls.approveNft(NO_ADDRESS, BigInt(approval.tokenId)),
        description: `End the approval of NFT ${approval.tokenId} for ${spender}`,
      };
    case 'nft-all':
      return {
        ...common,
        to: address,
        data: calls.setApprovalForAll(spender, false),
        description: `End the approval of all NFTs of ${address} for ${spender}`,
      };
    case 'permit2':
      return {
        ...common,
        to: permit2,
        data: calls.lockdown([{ token: address, spender }]),
        description: `End the Permit2 allowance of ${name} for ${spender}`,
      };
  }
}

/** Sorts approvals: those whose spender could take the highest value come first, then those with the largest allowance. */
export function byRisk(a: Row, b: Row): number {
  const risk = compareRationals(parseRational(b.valueAtRiskUsd ?? '0'), parseRational(a.valueAtRiskUsd ?? '0'));
  if (risk !== 0) return risk;
  const [left, right] = [a, b].map(({ allowance, isUnlimited }) =>
    allowance === null ? (isUnlimited ? UNLIMITED : 1n) : BigInt(allowance),
  );
  return (right ?? 0n) > (left ?? 0n) ? 1 : (right ?? 0n) < (left ?? 0n) ? -1 : 0;
}
