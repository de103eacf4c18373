import { isHex } from 'viem';
import { createTransactionSenderEffects, type TransactionSenderDeps } from '../../actors/transaction-sender/effects.ts';
import { parseAddress } from '../../src/values/address.ts';

/**
 * Effects of a transaction sender with a deliberate mistake: when it signs, it takes a nonce and broadcasts before the signed bytes are
 * stored. A crash in between then sends the call twice. Harnesses use these effects to prove that they detect the mistake.
 */
export function createBroadcastBeforeStoreEffects(deps: TransactionSenderDeps): ReturnType<typeof createTransactionSenderEffects> {
  const { chains, signers, faultPoint = async () => {} } = deps;
  const right = createTransactionSenderEffects(deps);
  // A second instance of the effects, used only to plan transactions. The signatures that it makes are dropped.
  const planning = createTransactionSenderEffects({ ...deps, faultPoint: async () => {} });
  return {
    ...right,
    prepare: {
      async run(params, context) {
        const prepared = await planning.prepare.run(params, context);
        if (prepared?.type !== 'CALL_SIGNED') return prepared;
        const { raw: _raw, hash: _hash, ...plan } = prepared;
        return { ...plan, type: 'PREPARED' };
      },
    },
    sign: {
      run: async ({ chainId, signer, round, to, data, value, gas }) => {
        await faultPoint('sign:before');
        const chain = chains.of(chainId);
        const address = parseAddress(signer);
        if (!isHex(data)) throw new Error('calldata is not hex');
        const { raw, hash } = await signers.of(chainId, address).signTransaction({
          to: parseAddress(to),
          data,
          value: BigInt(value),
          nonce: await chain.getNonce(address, 'pending'),
          gas: BigInt(gas),
          fees: await chain.estimateFees(),
        });
        await chain.sendRawTransaction(raw);
        await faultPoint('sign:after');
        return { type: 'SIGNED', round, raw, hash };
      },
    },
  };
}
