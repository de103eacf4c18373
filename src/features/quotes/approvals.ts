import type { Chains } from '../../platform/chain/chain.ts';
import type { Erc20Calls } from '../../platform/chain/erc20/create-erc20-calls.ts';
import { type Address, type ChainAddress, isAddress } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isNative } from '../../values/native.ts';
import { TOKEN_GAS } from '../../values/token-gas.ts';

export type ApprovalNeed = {
  /** Whether the wallet must approve the input token before the trade. Always false for the native asset. */
  readonly isNeeded: boolean;
  /** True when the token refuses to change a non-zero allowance (USDT). The allowance must then be set to zero first. */
  readonly needsReset: boolean;
};

/** An approval call that the wallet sends before the trade. */
export type ApprovalCall = { readonly to: Address; readonly data: string; readonly value: string; readonly amount: BaseUnits };

export type Approvals = {
  /** Returns whether the wallet must approve the input token of a trade; null when this node cannot read the chain. */
  needOf(ask: ApprovalQuestion): Promise<ApprovalNeed | null>;
  /**
   * Builds the approval calls that a trade needs: none, or an approval of exactly the amount, or a reset of the allowance to zero followed
   * by that approval.
   */
  callsFor(ask: ApprovalQuestion, need: ApprovalNeed): readonly ApprovalCall[];
};

export type ApprovalQuestion = {
  readonly chainId: number;
  readonly token: ChainAddress;
  readonly owner: ChainAddress;
  readonly spender: Address;
  /** The amount of the input token to approve, in base units. */
  readonly amount: bigint;
};

/**
 * Checks whether a token must be approved, and whether its allowance must be reset to zero first. A reset is needed when the present
 * allowance is too small but not zero, and the token refuses to change such an allowance. Whether the token refuses this is tested with a
 * simulated call, because no list of such tokens is complete.
 */
export function createApprovals(deps: { chains: Chains; erc20: Erc20Calls }): Approvals {
  const { chains, erc20 } = deps;
  return {
    async needOf({ chainId, token, owner, spender, amount }) {
      if (isNative(token)) return { isNeeded: false, needsReset: false };
      if (!chains.has(chainId) || !isAddress(token) || !isAddress(owner)) return null;
      const allowance = await erc20.allowance({ chainId, token, owner, spender });
      if (allowance >= amount) return { isNeeded: false, needsReset: false };
      if (allowance === 0n) return { isNeeded: true, needsReset: false };
      const data = erc20.encodeApprove(spender, amount);
      const isTaken = await chains
        .of(chainId)
        .call({ from: owner, to: token, data, gas: TOKEN_GAS })
        .then(
          () => true,
          (error: unknown) => {
            if (isRevert(error)) return false;
            throw error;
          },
        );
      return { isNeeded: true, needsReset: !isTaken };
    },

    callsFor({ token, spender, amount }, { isNeeded, needsReset }) {
      if (!isNeeded || !isAddress(token)) return [];
      const call = (value: bigint): ApprovalCall => ({
        to: token,
        data: erc20.encodeApprove(spender, value),
        value: '0',
        amount: toBaseUnits(value),
      });
      return needsReset ? [call(0n), call(amount)] : [call(amount)];
    },
  };
}

function isRevert(error: unknown): boolean {
  return error instanceof TerminalError && error.code === 'execution-reverted';
}
