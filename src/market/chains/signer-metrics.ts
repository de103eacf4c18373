import type { RemoteSigning } from '../../platform/chain/remote-signer/ask-signer.ts';
import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** The metric families for remote signers (signing services that are reached by a URL). */
export const SIGNER_METRICS = {
  signerAnswers: counterOf(
    'coxswain_signer_answers_total',
    'Number of answers of remote signers, by result: ok, away (the signer cannot be reached), refused, or wrong (the signature is not for the requested transaction).',
    ['chain_id', 'result'],
  ),
};

export function countSigners(metrics: Metrics): NonNullable<RemoteSigning['onAnswer']> {
  const answers = metrics.counter(SIGNER_METRICS.signerAnswers);
  return ({ chainId, result }) => answers.of(String(chainId), result).inc();
}
