import { parseAbi } from 'viem';

/**
 * Errors of widely used contract libraries, which a called token or pool may raise: ERC-6093 and OpenZeppelin, Solady, and Permit2. Only
 * an error that no ABI of the called contract has is looked up here.
 */
export const commonErrors = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidSender(address sender)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidApprover(address approver)',
  'error ERC20InvalidSpender(address spender)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  'error ERC1155MissingApprovalForAll(address operator, address owner)',
  'error ERC2612ExpiredSignature(uint256 deadline)',
  'error ERC2612InvalidSigner(address signer, address owner)',
  'error SafeERC20FailedOperation(address token)',
  'error InsufficientBalance(uint256 balance, uint256 needed)',
  'error FailedCall()',
  'error EnforcedPause()',
  'error OwnableUnauthorizedAccount(address account)',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error ReentrancyGuardReentrantCall()',
  'error InsufficientBalance()',
  'error InsufficientAllowance()',
  'error TotalSupplyOverflow()',
  'error AllowanceOverflow()',
  'error AllowanceUnderflow()',
  'error InvalidPermit()',
  'error PermitExpired()',
  'error TransferFailed()',
  'error TransferFromFailed()',
  'error ApproveFailed()',
  'error ETHTransferFailed()',
  'error Unauthorized()',
  'error Reentrancy()',
  'error InsufficientAllowance(uint256 amount)',
  'error AllowanceExpired(uint256 deadline)',
  'error SignatureExpired(uint256 signatureDeadline)',
]);
