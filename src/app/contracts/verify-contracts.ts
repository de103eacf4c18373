import { deterministicDeployment } from '../../contracts/deterministic-deployment.ts';
import { loadProductArtifact, type ProductContract, standardJsonOf } from '../../contracts/load-artifact.ts';
import { readContract } from '../../deployment/product/read-contract.ts';
import { createEtherscan } from '../../deployment/verify/create-etherscan.ts';
import { createSourcify } from '../../deployment/verify/create-sourcify.ts';
import { buildHashOf, type Recompiled, recompile } from '../../deployment/verify/recompile.ts';
import type { Submission, Verifier } from '../../deployment/verify/verification.ts';
import type { Hex } from '../../platform/chain/chain.ts';
import { pause } from '../../platform/chain/pause.ts';
import { createProviderHttp } from '../../platform/http-client/provider-http.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { OpenContracts } from './open-contracts.ts';
import { namedContracts } from './read-status.ts';

export type VerifyLine = { readonly check: string; readonly isOk: boolean; readonly message: string };

export type Verified = {
  readonly name: ProductContract;
  readonly address: Address;
  readonly standardJson: string;
  readonly lines: readonly VerifyLine[];
};

export type VerifyChoices = {
  /** The admin with which the contracts were deployed, which determines their addresses; null means their current admin. */
  readonly admin: Address | null;
  readonly isEtherscan: boolean;
  readonly isSourcify: boolean;
};

/**
 * Returns clients for the verification services that the command's options select.
 * @throws TerminalError `no-etherscan-key`
 */
export function verifiersOf({ config }: Pick<OpenContracts, 'config'>, choices: VerifyChoices, clock: Clock): readonly Verifier[] {
  const { etherscanApiKey: apiKey } = config;
  if (choices.isEtherscan && apiKey === undefined) throw new TerminalError({ code: 'no-etherscan-key', message: 'Set ETHERSCAN_API_KEY.' });
  const httpOf = (name: string, baseUrl: string, secrets: readonly string[]) =>
    createProviderHttp({ name, baseUrl, secrets, fetch, clock });
  return [
    ...(choices.isEtherscan && apiKey !== undefined
      ? [createEtherscan({ http: httpOf('Etherscan', config.etherscanUrl, [apiKey]), apiKey, pause })]
      : []),
    ...(choices.isSourcify ? [createSourcify({ http: httpOf('Sourcify', config.sourcifyUrl, []), pause })] : []),
  ];
}

/**
 * Compares a chain's contracts with the recorded code, compiles that code again, and submits it to the verification services.
 * @throws the errors of `ChainReads`
 */
export async function verifyContracts(
  open: OpenContracts,
  choices: VerifyChoices,
  verifiers: readonly Verifier[],
): Promise<readonly Verified[]> {
  const named = namedContracts(open);
  if (named.length === 0) {
    const message = `Neither the Network record of chain ${open.network.id} nor the settings name a contract. See coxswain contracts plan.`;
    throw new TerminalError({ code: 'no-contracts', message });
  }
  const verified: Verified[] = [];
  for (const { name, address } of named) {
    const standardJson = standardJsonOf(name);
    const code = await compareCode(open, name, address);
    const lines = [code.line, compiledLine(recompile(name)), ...sourceLine(name)];
    if (code.line.isOk)
      for (const verifier of verifiers) lines.push(await submit(open, verifier, name, address, choices.admin ?? code.admin));
    verified.push({ name, address, standardJson, lines });
  }
  return verified;
}

async function compareCode(
  { chain }: OpenContracts,
  name: ProductContract,
  address: Address,
): Promise<{ readonly line: VerifyLine; readonly admin: Address | null }> {
  const nobody = { executors: [], routers: [], signers: [] };
  const found = await chain.onOneEndpoint((reads) => readContract(reads, { name, address }, nobody));
  const isOk = found.code === 'this-version' && found.buildHash === loadProductArtifact(name).buildHash;
  const message = isOk
    ? 'equals the code that this version has recorded, byte for byte'
    : found.code === 'none'
      ? 'there is no contract at this address'
      : 'differs from the code of this version';
  return { line: { check: 'code on chain', isOk, message }, admin: 'admin' in found ? found.admin : null };
}

function compiledLine(recompiled: Recompiled): VerifyLine {
  const check = 'recompiled';
  if (recompiled.kind === 'differs') return { check, isOk: false, message: recompiled.reason };
  const message =
    recompiled.kind === 'same'
      ? 'the recorded sources compile to exactly the recorded code'
      : 'not checked: the compiler solc is a development dependency and is not installed here; only the recorded code was compared';
  return { check, isOk: true, message };
}

function sourceLine(name: ProductContract): VerifyLine[] {
  const isOk = buildHashOf(name) === loadProductArtifact(name).buildHash;
  return [
    { check: 'build hash', isOk, message: isOk ? 'matches the sources of this version' : 'does not match the sources of this version' },
  ];
}

async function submit(
  { network, config }: OpenContracts,
  verifier: Verifier,
  name: ProductContract,
  address: Address,
  admin: Address | null,
): Promise<VerifyLine> {
  const artifact = loadProductArtifact(name);
  const deployment = admin === null ? null : deterministicDeployment({ artifact, brand: config.brand, admin });
  if (deployment === null || deployment.address.toLowerCase() !== address) {
    const message =
      'not submitted: the contract was deployed with another admin or SERVICE_BRAND; give that admin with --admin, and set the same SERVICE_BRAND';
    return { check: verifier.name, isOk: false, message };
  }
  const constructorArgs: Hex = `0x${deployment.initCode.slice(artifact.bytecode.length)}`;
  const submission: Submission = {
    ...{ chainId: network.id, address, standardJson: standardJsonOf(name), constructorArgs },
    contract: `${artifact.sourceName}:${name}`,
    compiler: compilerOf(artifact.solcVersion),
  };
  try {
    const { isVerified, message } = await verifier.verify(submission);
    return { check: verifier.name, isOk: isVerified, message };
  } catch (error) {
    if (error instanceof CoxswainError) return { check: verifier.name, isOk: false, message: error.message };
    throw error;
  }
}

/** Extracts `0.8.37+commit.f401782d` from `0.8.37+commit.f401782d.Emscripten.clang`. */
function compilerOf(solcVersion: string): string {
  return solcVersion
    .split('.')
    .slice(0, 4)
    .join('.')
    .replace(/\.[A-Z].*$/, '');
}
