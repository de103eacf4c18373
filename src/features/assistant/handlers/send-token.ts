import { exactText } from '../../../values/inspection/plain-number.ts';
import { askBack, type Handler } from '../answers/answer.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { evmWallet, type OwnChains } from '../lookup/own-chains.ts';
import type { ReadAmount } from '../lookup/read-amount.ts';
import type { PrepareTransfer } from './prepare-transfer.ts';
import { warningWords } from './warning-words.ts';

export type SendTokenDeps = {
  readonly findToken: FindToken;
  readonly readAmount: ReadAmount;
  readonly chains: OwnChains;
  readonly prepareTransfer: PrepareTransfer;
};

/** Warnings with which a transfer would fail if it were signed now. */
const FAILS: ReadonlySet<string> = new Set(['balance-too-small', 'not-enough-gas', 'would-fail']);
const FAILING = 'This transfer would fail if you signed it now';

/** Creates the handler that prepares a transfer. The wallet signs and sends the transfer itself. */
export function createSendToken({ findToken, readAmount, chains, prepareTransfer }: SendTokenDeps): Handler {
  return async (asked) => {
    const { slots, chainId: walletChainId } = asked;
    const wallet = evmWallet(asked, 'it signs and sends the transfer');
    if (wallet.answer) return wallet.answer;
    if (slots.fromToken === undefined) return askBack('Which token do you want to send?', ['fromToken']);
    if (slots.to === undefined) return askBack('To which address?', ['to']);
    const token = await findToken({
      text: slots.fromToken,
      slot: 'fromToken',
      chainId: slots.fromChainId ?? slots.toChainId,
      walletChainId,
    });
    if (token.answer) return token.answer;
    const opened = await chains.open(token.found.chainId);
    if (opened.answer) return opened.answer;
    const amount = await readAmount(slots, token.found, { wallet: wallet.found });
    if (amount.answer) return amount.answer;
    const place = opened.found;
    const prepared = await prepareTransfer({ wallet: wallet.found, to: slots.to, token: token.found, amount: amount.found, place });
    if (prepared.answer) return prepared.answer;

    const { transfer, txn } = prepared.found;
    const { to, toName: name } = transfer;
    const said = warningWords(transfer.warnings);
    const note = amount.found.note === null ? '' : ` (${amount.found.note})`;
    const whom = name === null ? to : `${name} (${to})`;
    if (txn === null) return { action: 'send_token', text: `Nothing was prepared.${said}`, data: { transfer } };
    return {
      action: 'send_token',
      text: `${transfer.warnings.some(({ code }) => FAILS.has(code)) ? FAILING : 'Ready to sign'}: ${exactText(amount.found.text)} ${token.found.symbol}${note} on ${place.network.name} to ${whom}.${said}`,
      data: { transfer, txn },
    };
  };
}
