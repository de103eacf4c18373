import type { RemoteSigning } from '../../platform/chain/remote-signer/ask-signer.ts';
import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** The metric families for signers behind URLs. */
export const SIGNER_METRICS = {
  signerAnswers: counterOf(
    'coxswain_signer_answers_total',
    'Answers of signers behind URLs, by result: ok, away, refused, or wrong (something else than was asked for).',
    ['chain_id', 'result'],
  ),
};

export function countSigners(metrics: Metrics): NonNullable<RemoteSigning['onAnswer']> {
  const answers = metrics.counter(SIGNER_METRICS.signerAnswers);
  return ({ chainId, result }) => answers.of(String(chainId), result).inc();
}
