import { expect, test } from 'bun:test';
import { KNOWN_FUNCTIONS } from '../../src/features/contract-audit/known-functions.ts';
import { type ReportedOpcode, walkCode } from '../../src/features/contract-audit/walk-code.ts';
import { type Address, NO_ADDRESS, parseAddress } from '../../src/values/address.ts';
import { addressOf, explorerWith, openAudit, wordOf } from '../support/audit-world.ts';
import { compileSolidity } from '../support/compile-solidity.ts';

const CONTRACT = addressOf('11');
const BEHIND = addressOf('22');
const BEACON = addressOf('33');
const ADMIN = addressOf('44');

/** Contracts that have exactly one property which an audit reports, with the codes of the findings that must result; sorted. */
const TRAITS: Readonly<Record<string, { readonly body: string; readonly codes: readonly string[]; readonly source: readonly string[] }>> = {
  Harmless: {
    body: `mapping(address => uint256) public balanceOf; mapping(address => mapping(address => uint256)) public allowance;
      uint256 public totalSupply = 1e24; string public name = "A token whose long name mentions tx.origin and selfdestruct(";
      // A comment with .delegatecall( and tx.origin in it.
      function transfer(address to, uint256 a) external returns (bool) { balanceOf[msg.sender] -= a; balanceOf[to] += a; return true; }
      function approve(address by, uint256 a) external returns (bool) { allowance[msg.sender][by] = a; return true; }
      function transferFrom(address from, address to, uint256 a) external returns (bool) {
        allowance[from][msg.sender] -= a; balanceOf[from] -= a; balanceOf[to] += a; return true; }
      function close() external pure returns (bytes32) { return keccak256("close"); }`,
    ...{ codes: [], source: [] },
  },
  Origin: {
    body: 'address o = msg.sender; function isFirst() external view returns (bool) { return tx.origin == o; }',
    ...{ codes: ['tx-origin'], source: ['source-tx-origin'] },
  },
  Diamond: {
    body: `mapping(bytes4 => address) facets;
      fallback() external payable { address f = facets[msg.sig]; assembly { calldatacopy(0, 0, calldatasize())
        let ok := delegatecall(gas(), f, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize())
        if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) } }`,
    ...{ codes: ['delegatecall'], source: ['source-assembly', 'source-delegatecall'] },
  },
  Destroyer: {
    body: 'function end() external { selfdestruct(payable(msg.sender)); }',
    ...{ codes: ['selfdestruct'], source: ['source-selfdestruct'] },
  },
  Killer: {
    body: 'function kill() external { selfdestruct(payable(msg.sender)); }',
    ...{ codes: ['self-destruct', 'selfdestruct'], source: ['source-selfdestruct'] },
  },
  Older: {
    body: 'function run(address a) external { assembly { pop(callcode(gas(), a, 0, 0, 0, 0, 0)) } }',
    ...{ codes: ['callcode'], source: ['source-assembly'] },
  },
  Factory: {
    body: `function make() external returns (address) { return address(new Killer()); }
      function makeAt(bytes32 salt) external returns (address) { return address(new Minter{salt: salt}()); }`,
    ...{ codes: ['created-code', 'creates-contracts', 'creates-contracts'], source: [] },
  },
  Minter: { body: 'uint256 s; function mint(address, uint256 a) external { s += a; }', codes: ['mint'], source: [] },
  Pauser: {
    body: 'bool p; function pause() external { p = true; } function unpause() external { p = false; }',
    codes: ['pause'],
    source: [],
  },
  Blacklister: {
    body: `mapping(address => bool) b; modifier onlyMe() { require(msg.sender == address(1)); _; }
      function blacklist(address a) external onlyMe { b[a] = true; }`,
    ...{ codes: ['blacklist'], source: ['guarded-functions'] },
  },
  FeeSetter: { body: 'uint256 f; function setFee(uint256 a) external { f = a; }', codes: ['fees'], source: [] },
  Caller: {
    body: 'function send(address payable a) external { (bool ok, ) = a.call{value: 1}(""); require(ok); }',
    ...{ codes: [], source: ['source-low-level-call'] },
  },
};
const names = Object.keys(TRAITS);
const sourceOf = (name: string) => `contract ${name} { ${TRAITS[name]?.body} }`;
const OPENZEPPELIN = `
  import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
  import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
  import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
  import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
  import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
  import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
  import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
  contract Coin is ERC20("a", "A") {} contract Picture is ERC721("a", "A") {} contract Item is ERC1155("") {}
  contract Safe is ERC20, ERC4626 { constructor() ERC4626(ERC20(address(1))) ERC20("a", "A") {}
    function decimals() public view override(ERC20, ERC4626) returns (uint8) { return ERC4626.decimals(); } }
  contract Stored is ERC1967Proxy { constructor(address a) ERC1967Proxy(a, "") {} }
  contract ByBeacon is BeaconProxy { constructor(address a) BeaconProxy(a, "") {} }
  contract Beacon is UpgradeableBeacon { constructor(address a) UpgradeableBeacon(a, msg.sender) {} }`;
/** One contract for each group of known functions, which has exactly the functions of the group. */
const POWERS = Object.entries(KNOWN_FUNCTIONS).map(([power, signatures]) => ({
  ...{ power, name: `Power_${power.replaceAll('-', '_')}`, signatures },
}));
const powers = `struct Cut { address a; uint8 b; bytes4[] c; }
  ${POWERS.map(({ name, signatures }) => `contract ${name} { ${signatures.map(functionOf).join(' ')} }`).join('\n')}`;

function functionOf(signature: string): string {
  const parameters = signature.replace('(address,uint8,bytes4[])[]', 'Cut[]').slice(signature.indexOf('(') + 1, -1);
  const types =
    parameters === '' ? [] : parameters.split(',').map((type) => (/\[|bytes$|string|Cut/.test(type) ? `${type} calldata` : type));
  const body = /^(?:kill|destroy)\(/.test(signature) ? 'selfdestruct(payable(msg.sender));' : '';
  return `function ${signature.slice(0, signature.indexOf('('))}(${types.join(', ')}) external { ${body} }`;
}

// Without the optimizer, the many sources of OpenZeppelin compile in less than half the time.
const compiled = {
  ...compileSolidity(`${names.map(sourceOf).join('\n')}\n${powers}`),
  ...compileSolidity(OPENZEPPELIN, { optimizer: { enabled: false } }),
};
const byIr = compileSolidity(names.map(sourceOf).join('\n'), {
  ...{ viaIR: true, evmVersion: 'paris', metadata: { appendCBOR: false, bytecodeHash: 'none' } },
});
const of = (name: string, from = compiled) => {
  const found = from[name];
  if (found === undefined) throw new Error(`The source has no contract ${name}`);
  return found;
};
const codesIn = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code).toSorted();

test.each(names)('the audit of the contract %s finds its property in its code, and nothing else', async (name) => {
  for (const from of [compiled, byIr]) {
    const { result } = await openAudit({ code: { [CONTRACT]: of(name, from).code } }).ask(CONTRACT);
    expect(codesIn(result.findings)).toEqual([...(TRAITS[name]?.codes ?? [])]);
    expect(result.looked[0]?.functions).toBe(Object.keys(of(name, from).selectors).length);
    for (const { seen, notLookedAt } of result.findings) expect([seen, notLookedAt]).not.toContain('');
  }
});

test.each(names)('the audit of the contract %s finds its property in its source, and nothing else', async (name) => {
  const forms = [sourceOf(name), `{${JSON.stringify({ language: 'Solidity', sources: { 'a.sol': { content: sourceOf(name) } } })}}`];
  for (const SourceCode of forms) {
    const { explorer } = explorerWith([{ status: '1', result: [{ SourceCode, ContractName: name, CompilerVersion: 'v0.8.37' }] }]);
    const { result } = await openAudit({ code: { [CONTRACT]: of(name).code } }, explorer).ask(CONTRACT);
    expect(result.source).toMatchObject({ kind: 'verified', contractName: name, files: 1 });
    const { codes = [], source = [] } = TRAITS[name] ?? {};
    expect(codesIn(result.findings)).toEqual([...codes, ...source].toSorted());
  }
});

test.each(POWERS)('a contract with exactly the functions of the group $power has this power alone', async ({ power, name, signatures }) => {
  const { code, selectors } = of(name);
  expect(Object.keys(selectors).toSorted()).toEqual([...signatures].toSorted());
  expect(walkCode(code).selectors.toSorted()).toEqual(Object.values(selectors).toSorted());
  const { result } = await openAudit({ code: { [CONTRACT]: code } }).ask(CONTRACT);
  expect(codesIn(result.findings)).toEqual(power === 'self-destruct' ? ['self-destruct', 'selfdestruct'] : [power]);
});

test('the instructions that are counted are those that solc lists', () => {
  const reported: readonly ReportedOpcode[] = [
    ...(['ORIGIN', 'SLOAD', 'SSTORE', 'CREATE', 'CALL', 'CALLCODE', 'DELEGATECALL'] as const),
    ...(['CREATE2', 'STATICCALL', 'SELFDESTRUCT'] as const),
  ];
  for (const name of names) {
    const { code, opcodes } = of(name, byIr);
    const walk = walkCode(code);
    const counted = reported.map((one) => [one, (walk.opcodes[one]?.count ?? 0) + (walk.created.opcodes[one]?.count ?? 0)]);
    expect([name, counted]).toEqual([name, reported.map((one) => [one, opcodes.filter((listed) => listed === one).length])]);
  }
});

const SLOTS = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
};
const at = (slot: keyof typeof SLOTS, value: Address) => ({ [`${CONTRACT}/${SLOTS[slot]}`]: wordOf(value) });
const minimal = (target: Address) => `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3` as const;

test('behind each kind of proxy, the power of the other contract is found', async () => {
  const { code } = of('Minter');
  const worlds = {
    'eip-1967': {
      code: { [CONTRACT]: of('Stored').code, [BEHIND]: code },
      slots: { ...at('implementation', BEHIND), ...at('admin', ADMIN) },
    },
    'eip-1967-beacon': {
      code: { [CONTRACT]: of('ByBeacon').code, [BEACON]: of('Beacon').code, [BEHIND]: code },
      ...{ slots: at('beacon', BEACON), answers: { [`${BEACON}/implementation`]: BEHIND } },
    },
    'eip-1167': { code: { [CONTRACT]: minimal(BEHIND), [BEHIND]: code } },
    'eip-7702': { code: { [CONTRACT]: `0xef0100${BEHIND.slice(2)}`, [BEHIND]: code } },
  } as const;
  const own = { 'eip-1967': 'upgradeable', 'eip-1967-beacon': 'upgradeable', 'eip-1167': 'minimal-proxy', 'eip-7702': 'delegated-wallet' };
  for (const [kind, world] of Object.entries(worlds)) {
    const { result } = await openAudit(world).ask(CONTRACT);
    expect(result.looked[0]).toMatchObject({ address: CONTRACT, proxy: kind });
    expect(result.looked.at(-1)).toMatchObject({ address: BEHIND, role: 'implementation', proxy: null });
    const ofProxy = result.findings.filter(({ contract }) => contract === CONTRACT);
    expect(codesIn(ofProxy)).toEqual([...(kind === 'eip-7702' ? [] : ['delegatecall']), own[kind as keyof typeof own]].toSorted());
    expect(ofProxy.filter(({ code: found }) => found === 'delegatecall').every(({ severity }) => severity === 'info')).toBe(true);
    expect(codesIn(result.findings.filter(({ contract }) => contract === BEHIND))).toEqual(['mint']);
  }
});

test.each([
  ['Coin', ['ERC-20']],
  ['Picture', ['ERC-721']],
  ['Item', ['ERC-1155']],
  ['Safe', ['ERC-20', 'ERC-4626']],
])('the standard of the token %s is recognized, and has no finding', async (name, kinds) => {
  const { result } = await openAudit({ code: { [CONTRACT]: of(name).code } }).ask(CONTRACT);
  expect([result.kinds, result.findings]).toEqual([kinds, []]);
});

test('a diamond is no known proxy, and the audit says that the contracts behind it were not examined', async () => {
  const { result } = await openAudit({ code: { [CONTRACT]: of('Diamond').code } }).ask(CONTRACT);
  expect(result.looked).toHaveLength(1);
  expect(result.notLookedAt.join(' ')).toContain('not a known form of proxy');
});

test('a proxy of nothing, an empty address and a precompiled contract are told apart', async () => {
  const { ask } = openAudit({ code: { [CONTRACT]: of('Stored').code }, slots: at('implementation', BEHIND) });
  const { result } = await ask(CONTRACT);
  expect(result.looked).toHaveLength(1);
  expect(result.notLookedAt.join(' ')).toContain(`The code at ${BEHIND} was not examined`);
  const precompiled = parseAddress(`${NO_ADDRESS.slice(0, -1)}1`);
  for (const empty of [BEHIND, NO_ADDRESS, precompiled]) await expect(ask(empty)).rejects.toMatchObject({ code: 'no-contract' });
});
