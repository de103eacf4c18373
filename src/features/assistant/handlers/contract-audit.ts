import { type Address, isAddress } from '../../../values/address.ts';
import { foreignText } from '../../../values/foreign-text.ts';
import { countText } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { isNative } from '../../../values/native.ts';
import type { Audited, ContractAudit, Severity } from '../../contract-audit/contract-audit.ts';
import { type Answer, type Asked, askBack, type Handler, needWallet, refuse, say } from '../answers/answer.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { OwnChains } from '../lookup/own-chains.ts';
import { quotedText } from '../lookup/quoted-text.ts';

type Place = { readonly chainId: number; readonly address: Address };

export type ContractAuditDeps = {
  readonly contractAudit: ContractAudit;
  readonly findToken: FindToken;
  readonly chains: OwnChains;
};

const SEVERITIES: readonly Severity[] = ['high', 'medium', 'low', 'info'];
const MOST_SAID = 3;
const MOST_NAME = 80;

/** Creates the handler that audits a contract by its code, within the wallet's quota. */
export function createContractAuditHandler({ contractAudit, findToken, chains }: ContractAuditDeps): Handler {
  return async (asked) => {
    const { wallet, key, signal } = asked;
    if (wallet === null) return needWallet(asked.intent, 'the number of free audits is counted for each wallet');
    const place = await placeOf(asked);
    if (place.answer) return place.answer;
    const opened = await chains.open(place.found.chainId);
    if (opened.answer) return opened.answer;
    const audited = await contractAudit.audit({ ...place.found, wallet, turn: key }, signal);
    return answerOf(audited, opened.found.network.name);
  };

  async function placeOf({ slots, chainId: walletChainId }: Asked): Promise<Found<Place>> {
    const text = slots.contract ?? slots.fromToken ?? slots.toToken;
    if (text === undefined) return instead(askBack('Which contract should I audit? Give its address.', ['contract']));
    const chainId = slots.fromChainId ?? slots.toChainId;
    const address = text.toLowerCase();
    const where = chainId ?? walletChainId;
    if (isNative(address)) return instead(say('The native asset of a chain has no contract, so there is nothing to audit.'));
    if (isAddress(address) && where !== null) return found({ chainId: where, address });
    const token = await findToken({ text, slot: 'fromToken', chainId, walletChainId });
    if (token.answer) return token;
    const named = token.found.address;
    if (isNative(named))
      return instead(say(`${token.found.symbol} is the native asset of its chain. It has no contract, so there is nothing to audit.`));
    if (!isAddress(named)) return instead(refuse('chain-not-audited', 'Contracts are audited on EVM chains only.'));
    return found({ chainId: token.found.chainId, address: named });
  }
}

function answerOf({ result, isCached, isCharged, quota }: Audited, chainName: string): Answer {
  const { looked, findings, notLookedAt, kinds, auditedAtMs, name, symbol, ...rest } = result;
  return {
    action: 'contract_audit',
    text: sentence({ result, isCached, isCharged, quota }, chainName),
    data: {
      audit: {
        ...{
          ...rest,
          name: nameText(name),
          symbol: nameText(symbol),
          chainName,
          kinds: [...kinds],
          looked: [...looked],
          findings: [...findings],
          notLookedAt: [...notLookedAt],
        },
        ...{ auditedAt: isoOf(auditedAtMs), isCached, quota: { ...quota, isCharged } },
      },
    },
  };
}

/** A name as a contract states it, on one line. */
function nameText(name: string | null): string | null {
  return name === null ? null : foreignText(name, MOST_NAME);
}

function sentence({ result, isCached, isCharged, quota }: Audited, chainName: string): string {
  const { address, findings, kinds, name, looked, source, owner } = result;
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const what = `${kinds.length === 0 ? 'contract' : kinds.join(' and ')} ${address}${name === null ? '' : `, which calls itself ${quotedText(name)},`}`;
  const grave = findings.filter(({ severity }) => severity === 'high' || severity === 'medium');
  const left = grave.length - MOST_SAID;
  const lines = [
    ...grave.slice(0, MOST_SAID).map(({ severity, seen }) => `- ${severity}: ${seen}`),
    ...(left <= 0 ? [] : [`- and ${left} more of high or medium severity, which the list of all findings has.`]),
  ];
  const code = looked.length === 1 ? '' : ` and ${countText(looked.length - 1, 'contract')} behind it`;
  const sourced = {
    verified: 'The source code from the block explorer was searched as well.',
    unverified: 'The block explorer has no source code of the contract.',
    'not-asked': 'The source code of the contract was not requested from a block explorer.',
    failed: 'The source code of the contract could not be requested from the block explorer.',
  }[source.kind];
  const cached = isCached ? ' This is the result of an earlier audit of the same code.' : '';
  const cost = isCharged ? 'This audit counts as one of your free audits.' : 'This audit does not count as one of your free audits.';
  return [
    `I examined the code of the ${what} on ${chainName}${code}: ${findings.length === 0 ? 'no findings' : `findings: ${counts.join(', ')}`}. ${sourced}${cached}`,
    ...lines,
    ...(owner === null ? [] : [`The owner of the contract is ${owner.address}, ${owner.text}.`]),
    `The audit applies fixed rules to the code, and does not prove that the contract is safe. ${cost} ${countText(quota.left, 'free audit')} of ${quota.limit} left.`,
  ].join('\n');
}
