import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { concatHex, encodeAbiParameters, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, pad } from 'viem';
import { signRequest } from '../../../../src/client/signed-request.ts';
import { type ChainWriter, createChainWriter } from '../../../../src/devnet/deploy/chain-writer.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import type { Chains } from '../../../../src/platform/chain/chain.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createVerifySignature } from '../../../../src/platform/chain/create-verify-signature.ts';
import type { VerifySignature } from '../../../../src/platform/chain/verify-signature.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { startTestDevnet, wallClock } from '../../../support/devnet.ts';
import { alice, bob, outcomeOf, signAs, walletAuthOver } from '../../../unit/http/wallet-auth/signing.ts';

const MESSAGE = 'Svc Autopilot policy 0x00 for agent new on chain 31337';
/** The suffix that marks a signature as containing the wallet's deployment (ERC-6492). */
const WRAPPED: Hex = `0x${'6492'.repeat(16)}`;
const onDevnet = () => 31337;

describe('signatures of wallets that are contracts', () => {
  let devnet: Devnet;
  let writer: ChainWriter;
  let chains: Chains;
  let verify: VerifySignature;
  let wallet: Address;

  beforeAll(async () => {
    devnet = await startTestDevnet();
    writer = createChainWriter(devnet.rpcUrl, devnetAccounts.deployer.address);
    chains = chainsAt(devnet.rpcUrl);
    verify = createVerifySignature({ chains });
    wallet = await writer.deploy(loadArtifact('SmartWallet'), [alice.address]);
  });
  afterAll(() => devnet.stop());

  const chainsAt = (url: string) =>
    createChains({ networks: [{ chainId: 31337, rpcUrls: [url] }], log: silentLog, abis: [], readRetries: 0 });
  const verified = async (signer: Address, signature: Hex, chainIdOf?: () => number | undefined) =>
    await verify({ wallet: signer, message: MESSAGE, signature, ...(chainIdOf === undefined ? {} : { chainIdOf }) });

  test("a deployed wallet's owner signs for it, and nobody else does (ERC-1271)", async () => {
    expect(await verified(wallet, await signAs(alice)(MESSAGE), onDevnet)).toBe(true);
    expect(await verified(wallet, await signAs(bob)(MESSAGE), onDevnet)).toBe(false);
    expect(await verified(wallet, await signAs(alice)(`${MESSAGE} `), onDevnet)).toBe(false);
    expect(await verified(wallet, '0x00', onDevnet)).toBe(false);
  });

  test('it signs only on a chain that this node reads and that has the wallet', async () => {
    const signature = await signAs(alice)(MESSAGE);
    for (const chainId of [undefined, 1, 102, 728126428, 0, -1, Number.NaN]) {
      expect(await verified(wallet, signature, () => chainId)).toBe(false);
    }
    expect(await verified(wallet, signature)).toBe(false);
  });

  test('a wallet that is not deployed yet signs with its deployment data (ERC-6492)', async () => {
    const factory = await writer.deploy(loadArtifact('SmartWalletFactory'));
    const salt = pad('0x07');
    const bytecode = encodeDeployData({ ...loadArtifact('SmartWallet'), args: [alice.address] });
    const future = parseAddress(getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode }));
    const wrap = (signature: Hex, owner: Address = alice.address) => {
      const { abi } = loadArtifact('SmartWalletFactory');
      const deployment = encodeFunctionData({ abi, functionName: 'create', args: [owner, salt] });
      const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const;
      return concatHex([encodeAbiParameters(types, [factory, deployment, signature]), WRAPPED]);
    };
    expect(await verified(future, wrap(await signAs(alice)(MESSAGE)), onDevnet)).toBe(true);
    expect(await verified(future, wrap(await signAs(bob)(MESSAGE)), onDevnet)).toBe(false);
    expect(await verified(future, wrap(await signAs(bob)(MESSAGE), bob.address), onDevnet)).toBe(false);
    expect(await verified(wallet, wrap(await signAs(alice)(MESSAGE)), onDevnet)).toBe(true);
    // The verification of the signature must not have deployed the wallet.
    expect(await chains.of(31337).getCode(future)).toBe('0x');
  });

  test('an account without code is only represented by its key', async () => {
    expect(await verified(bob.address, await signAs(alice)(MESSAGE), onDevnet)).toBe(false);
    expect(await verified(parseAddress(`0x${'0'.repeat(40)}`), `0x${'00'.repeat(65)}`, onDevnet)).toBe(false);
  });

  test('any answer of a contract but a clear yes counts as no', async () => {
    const signature = await signAs(alice)(MESSAGE);
    for (const behaviour of ['Revert', 'SayNo', 'BurnGas', 'ReturnNothing', 'ReturnOne'].keys()) {
      const hostile = await writer.deploy(loadArtifact('HostileWallet'), [behaviour]);
      expect(await verified(hostile, signature, onDevnet)).toBe(false);
    }
    expect(await verified(devnet.deployment.contracts.dcaVault, signature, onDevnet)).toBe(false);
  });

  test('a chain that cannot be asked is neither a yes nor a no; a key needs no chain', async () => {
    const away = createVerifySignature({ chains: chainsAt('http://127.0.0.1:1') });
    const signature = await signAs(alice)(MESSAGE);
    const asked = away({ wallet, message: MESSAGE, signature, chainIdOf: onDevnet });
    expect(await asked.catch((error: unknown) => error)).toBeInstanceOf(RetryableError);
    expect(await away({ wallet: alice.address, message: MESSAGE, signature, chainIdOf: onDevnet })).toBe(true);
  });

  test('a contract wallet asks as any other wallet, and its signature is good for one request as well', async () => {
    const auth = walletAuthOver(createMemoryRecordStore({ clock: wallClock }), wallClock, chains);
    const body = await signRequest({ action: 'autopilot-create', payload: { policy: { chainId: 31337 } }, wallet, sign: signAs(alice) });
    const ask = () => outcomeOf(auth.verifyWalletRequest({ action: 'autopilot-create', body, chainIdOf: onDevnet }));
    expect(await ask()).toBe(wallet);
    expect(await ask()).toBe('401 signature-replayed');
  });
});
