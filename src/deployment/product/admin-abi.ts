import { parseAbi } from 'viem';

/** Those functions and events of the product contracts' ABI that their admins use; a test compares them with the compiled contracts. */
export const adminAbi = parseAbi([
  'function VERSION() view returns (uint256)',
  'function buildHash() view returns (bytes32)',
  'function owner() view returns (address)',
  'function pendingOwner() view returns (address)',
  'function isOpen() view returns (bool)',
  'function allowDelaySeconds() view returns (uint32)',
  'function announcedFor(bytes32 id) view returns (uint256)',
  'function open(uint32 delay)',
  'function announce(bytes[] calls)',
  'function cancelAnnouncements(bytes32[] ids)',
  'function changeAll(bytes[] calls)',
  'function setAllowDelay(uint32 delay)',
  'function transferOwnership(address newOwner)',
  'function acceptOwnership()',
  'event ChangeAnnounced(bytes32 indexed id, bytes call, uint256 effectiveTime, uint256 expiryTime)',
  'event AnnouncementCancelled(bytes32 indexed id)',
  'function feeBps() view returns (uint16)',
  'function setFee(uint16 newFeeBps)',
]);

export const vaultAdminAbi = parseAbi([
  'function isExecutor(address) view returns (bool)',
  'function isTargetAllowed(address) view returns (bool)',
  'function isSpenderAllowed(address) view returns (bool)',
  'function treasury() view returns (address)',
  'function setExecutor(address executor, bool allowed)',
  'function setTargetAllowed(address target, bool allowed)',
  'function setSpenderAllowed(address spender, bool allowed)',
  'function setTreasury(address newTreasury)',
  'event ExecutorChanged(address indexed executor, bool allowed)',
  'event TargetAllowed(address indexed target, bool allowed)',
  'event SpenderAllowed(address indexed spender, bool allowed)',
]);

export const relayerAdminAbi = parseAbi([
  'function isSigner(address) view returns (bool)',
  'function setSigner(address signer, bool allowed)',
  'event SignerChanged(address indexed signer, bool allowed)',
]);

export const v4RouterAdminAbi = parseAbi([
  'function VERSION() view returns (uint256)',
  'function buildHash() view returns (bytes32)',
  'function admin() view returns (address)',
  'function poolManager() view returns (address)',
  'function setPoolManager(address manager)',
]);
