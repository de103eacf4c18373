import { keccak256, numberToHex } from 'viem';
import type { Address } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { parseHash } from '../../../values/hash.ts';
import type { Signer, UnsignedTransaction } from '../signing.ts';
import { type AskSigner, createAskSigner, isWithoutMethod, type RemoteSigning, resultOf, wrongAnswer } from './ask-signer.ts';
import { type AskedTransaction, rawIn, whyNotSigned } from './check-signed.ts';

export type RemoteKeyOnChain = { readonly chainId: number; readonly url: string; readonly address: Address };

/**
 * Creates the signer for a key that another program holds (Web3Signer, Clef, or a program that connects to a key management service). It
 * signs by `eth_signTransaction`. The program is not trusted: its result is used only if it is exactly the requested transaction, signed by
 * the key's address. The signer throws the errors of `createAskSigner`, and TerminalError `signer-wrong-answer` for another transaction.
 */
export function createRemoteSigner(key: RemoteKeyOnChain, remote: RemoteSigning): Signer {
  const { chainId, address } = key;
  const ask = countAnswers(createAskSigner(key, remote), key, remote);
  return {
    chainId,
    address,
    async signTransaction(transaction) {
      const asked = wireOf(chainId, transaction);
      const raw = await ask('eth_signTransaction', [paramsOf(address, asked)], async (answer) => {
        const bytes = rawIn(answer);
        const wrong = bytes === null ? 'it is not a signed transaction' : await whyNotSigned(bytes, asked, address);
        if (bytes === null || wrong !== null)
          throw wrongAnswer(`The answer of ${nameOf(key)} is not the requested signature: ${wrong}. Nothing was sent.`);
        return bytes;
      });
      return { raw, hash: parseHash(keccak256(raw)) };
    },
    trouble: async () => {
      try {
        return await ask('eth_accounts', [], async (accounts) =>
          isListed(accounts, address)
            ? null
            : `${nameOf(key)} does not have the key of ${address}. Add the key to the signer, or correct the setting.`,
        );
      } catch (error) {
        if (isWithoutMethod(error)) return null;
        if (error instanceof CoxswainError) return error.message;
        throw error;
      }
    },
  };
}

/** Calls a remote signer, checks its answer, and counts the result in metrics. */
export type CheckedAsk = <T>(method: string, params: readonly unknown[], check: (answer: unknown) => Promise<T>) => Promise<T>;

export function countAnswers(ask: AskSigner, { chainId }: { readonly chainId: number }, { onAnswer }: RemoteSigning): CheckedAsk {
  return async (method, params, check) => {
    try {
      const checked = await check(await ask(method, params));
      onAnswer?.({ chainId, result: 'ok' });
      return checked;
    } catch (error) {
      const result = isWithoutMethod(error) ? 'ok' : resultOf(error);
      if (result !== null) onAnswer?.({ chainId, result });
      throw error;
    }
  };
}

export function nameOf({ url }: Pick<RemoteKeyOnChain, 'url'>): string {
  return `The signer at ${URL.parse(url)?.host ?? 'its URL'}`;
}

function wireOf(chainId: number, { to, data, value, nonce, gas, fees }: UnsignedTransaction): AskedTransaction {
  const common = { chainId, to, data, value, nonce, gas };
  if (fees.kind === 'legacy') return { ...common, type: 'legacy', gasPrice: fees.gasPrice };
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  return { ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas };
}

function paramsOf(from: Address, asked: AskedTransaction): Readonly<Record<string, unknown>> {
  const hex = (value: bigint | number | undefined) => numberToHex(value ?? 0);
  return {
    from,
    ...{
      to: asked.to,
      data: asked.data,
      value: hex(asked.value),
      nonce: hex(asked.nonce),
      gas: hex(asked.gas),
      chainId: hex(asked.chainId),
    },
    ...(asked.type === 'legacy'
      ? { gasPrice: hex(asked.gasPrice) }
      : { maxFeePerGas: hex(asked.maxFeePerGas), maxPriorityFeePerGas: hex(asked.maxPriorityFeePerGas) }),
  };
}

function isListed(accounts: unknown, address: Address): boolean {
  return Array.isArray(accounts) && accounts.some((account) => typeof account === 'string' && account.toLowerCase() === address);
}
