import { describe, expect, test } from 'bun:test';
import { encodeErrorResult, parseAbi } from 'viem';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { commonErrors } from '../../../../src/platform/chain/common-errors.ts';
import { revertReason } from '../../../../src/platform/chain/revert-reason.ts';

const someone = '0x00000000000000000000000000000000000000AA';
const standard = parseAbi(['error Error(string message)', 'error Panic(uint256 code)', 'error Elsewhere(uint256 a)']);

describe('the reason of a revert', () => {
  test('is the name and the arguments of an error in our ABIs', () => {
    const data = encodeErrorResult({ abi: dcaVaultAbi, errorName: 'RouterNotAllowed', args: [someone, someone] });
    expect(revertReason(data, dcaVaultAbi)).toEqual({ reason: 'RouterNotAllowed', args: [someone, someone] });
  });

  test('has big numbers as decimal text', () => {
    const data = encodeErrorResult({ abi: dcaVaultAbi, errorName: 'OutputBelowMinimum', args: [2n ** 200n, 5n] });
    expect(revertReason(data, dcaVaultAbi).args).toEqual([(2n ** 200n).toString(), '5']);
  });

  test('is the text of a require', () => {
    const data = encodeErrorResult({ abi: standard, errorName: 'Error', args: ['Too little received'] });
    expect(revertReason(data, dcaVaultAbi)).toEqual({ reason: 'Too little received', args: [] });
  });

  test('names a panic', () => {
    const data = encodeErrorResult({ abi: standard, errorName: 'Panic', args: [17n] });
    expect(revertReason(data, dcaVaultAbi)).toEqual({ reason: 'Panic', args: ['17'] });
  });

  test('shows the selector of an error that no ABI knows', () => {
    const data = encodeErrorResult({ abi: standard, errorName: 'Elsewhere', args: [1n] });
    expect(revertReason(data, dcaVaultAbi).reason).toBe(`unknown contract error ${data.slice(0, 10)}`);
  });

  test('is the name of an error of a widely used library', () => {
    expect(revertReason('0xf4d678b8', dcaVaultAbi)).toEqual({ reason: 'InsufficientBalance', args: [] });
    const data = encodeErrorResult({ abi: commonErrors, errorName: 'ERC20InsufficientBalance', args: [someone, 1n, 2n] });
    expect(revertReason(data, dcaVaultAbi)).toEqual({ reason: 'ERC20InsufficientBalance', args: [someone, '1', '2'] });
  });

  test('says when there is none', () => {
    expect(revertReason('0x', dcaVaultAbi).reason).toBe('no reason given');
    expect(revertReason(undefined, dcaVaultAbi).reason).toBe('no reason given');
  });
});
