import type { Token } from '../../../market/tokens/token.ts';
import type { Chain } from '../../../platform/chain/chain.ts';
import { type Address, NO_ADDRESS } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText, shortHash } from '../../../values/inspection/plain-number.ts';
import { isNative } from '../../../values/native.ts';
import type { Notice } from '../answers/shared-schemas.ts';
import { readBalance } from '../lookup/read-balance.ts';

/** Finds reasons why a transfer could fail or lose the tokens, such as a receiver that cannot use the tokens. */
export async function warningsOf(chain: Chain, token: Token, wallet: Address, to: Address, units: bigint): Promise<readonly Notice[]> {
  const warnings: Notice[] = [];
  const warn = (code: string, message: string) => void warnings.push({ code, message });
  if (to === NO_ADDRESS) warn('zero-address', 'this is the zero address. Nobody can recover tokens from it.');
  else if (isNative(to)) warn('native-placeholder', 'this address only stands for the native asset; nobody has its key.');
  if (to === wallet) warn('own-address', 'this is your own address.');
  const [code, balance] = await Promise.all([chain.getCode(to), readBalance(chain, token, wallet)]);
  if (to === token.address && !isNative(to))
    warn('token-contract', `this is the contract of ${token.symbol} itself; what is sent there is usually lost.`);
  else if (code !== '0x' && to !== wallet) warn('contract', `${shortHash(to)} is a contract. Make sure that it can use what it receives.`);
  if (balance < units) {
    const held = exactText(formatAmount(balance, token.decimals));
    warn('balance-too-small', `the wallet has only ${held} ${token.symbol}.`);
  }
  return warnings;
}
