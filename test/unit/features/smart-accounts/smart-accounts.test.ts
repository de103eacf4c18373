import { beforeEach, expect, test } from 'bun:test';
import { createSmartAccounts, SMART_ACCOUNTS, type SmartAccounts } from '../../../../src/features/smart-accounts/create-smart-accounts.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';

const DAY_MS = 86_400_000;
const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const OWNER = address(1);
const STRANGER = address(2);
const ACCOUNT = address(10);
const TRAP = address(11);
const details = { chainId: 1, factory: null, salt: null, label: null };
const own = { ...details, scaAddress: ACCOUNT, ownerAddress: OWNER };

let nowMs = 0;
/** Pairs `account/owner` that the contracts on chain confirm; null when the chain does not answer. */
let named: Set<string> | null = new Set();
let accounts: SmartAccounts;
let count: () => Promise<number>;
beforeEach(() => {
  nowMs = 1_000;
  named = new Set([`${ACCOUNT}/${OWNER}`]);
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const isOwnerOf = async (_chainId: number, account: string, owner: string) => named?.has(`${account}/${owner}`) ?? null;
  accounts = createSmartAccounts({ records, clock, isOwnerOf });
  count = () => records.collection(SMART_ACCOUNTS).count({});
});

test('an unproved account never comes before a verified one, in any order of creation', async () => {
  // Two attacks: a stranger's contract that reports the victim as its owner, and a stranger who signs for the victim's account.
  named?.add(`${TRAP}/${OWNER}`);
  await accounts.save({ ...own, scaAddress: TRAP }, null);
  await accounts.save({ ...own, scaAddress: address(12) }, null);
  await accounts.save({ ...own, ownerAddress: STRANGER }, STRANGER);
  nowMs += 1_000;
  expect((await accounts.save(own, OWNER)).account).toMatchObject({ isVerified: true, isSigned: true, isNamedByAccount: true });
  expect(await accounts.find(OWNER, null)).toMatchObject({ scaAddress: ACCOUNT, isVerified: true });
  expect(await accounts.find(ACCOUNT, 1)).toMatchObject({ ownerAddress: OWNER, isVerified: true });
  expect(await accounts.find(STRANGER, null)).toMatchObject({ scaAddress: ACCOUNT, isVerified: false });
  expect(await accounts.find(TRAP, null)).toMatchObject({ ownerAddress: OWNER, isVerified: false });
});

test('for an owner its signature counts, and for an account what the account says', async () => {
  named?.add(`${TRAP}/${OWNER}`);
  await accounts.save({ ...own, scaAddress: TRAP }, null);
  await accounts.save({ ...own, scaAddress: address(12) }, OWNER);
  expect(await accounts.find(OWNER, null)).toMatchObject({ scaAddress: address(12), isVerified: false });
  await accounts.save({ ...own, ownerAddress: STRANGER }, STRANGER);
  await accounts.save(own, null);
  expect(await accounts.find(ACCOUNT, null)).toMatchObject({ ownerAddress: OWNER, isVerified: false });
});

test('only the owner replaces what was saved, and nobody signs for another', async () => {
  await accounts.save({ ...own, factory: address(666), label: 'mine' }, null);
  expect(await failureOf(accounts.save(own, null))).toMatchObject({ code: 'smart-account-exists', status: 409 });
  expect(await failureOf(accounts.save(own, STRANGER))).toMatchObject({ code: 'not-your-account', status: 403 });
  expect(await accounts.save(own, OWNER)).toMatchObject({ isNew: false, account: { factory: null, label: null, isVerified: true } });
  // The chain does not answer now, and a stranger repeats the request. Neither may remove the stored confirmation.
  named = null;
  expect((await accounts.save(own, null)).account).toMatchObject({ isVerified: true });
});

test('a stranger who fills the places of an owner and of an account keeps nobody out', async () => {
  await accounts.save(own, OWNER);
  for (let i = 0; i < 150; i += 1) {
    nowMs += 1;
    await accounts.save({ ...own, scaAddress: address(1_000 + i) }, null);
    await accounts.save({ ...own, ownerAddress: address(5_000 + i) }, null);
  }
  expect(await count()).toBe(199);
  expect(await accounts.find(OWNER, null)).toMatchObject({ scaAddress: ACCOUNT });
  const late = { ...own, scaAddress: address(9_999) };
  expect(await accounts.save(late, OWNER)).toMatchObject({ isNew: true });
  expect(await accounts.find(late.scaAddress, null)).toMatchObject({ ownerAddress: OWNER });
});

test('unproved accounts are removed after a day, signed ones after a week, and verified ones stay', async () => {
  await accounts.save({ ...own, scaAddress: address(20) }, null);
  await accounts.save({ ...own, scaAddress: address(21) }, OWNER);
  await accounts.save(own, OWNER);
  const isThere = async (account: Address) => (await failureOf(accounts.find(account, null))) === null;
  nowMs += DAY_MS + 1;
  expect([await isThere(address(20)), await isThere(address(21)), await isThere(ACCOUNT)]).toEqual([false, true, true]);
  nowMs += 7 * DAY_MS;
  expect([await isThere(address(21)), await isThere(ACCOUNT)]).toEqual([false, true]);
});

async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  try {
    await asked;
    return null;
  } catch (error) {
    return error;
  }
}
