// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {DelayedAdmin} from "./DelayedAdmin.sol";

/// @title Relayer: carries out one swap or bridge call for the wallet that sends it, if the service has signed that it built the call.
///
/// Who may do what:
/// - A wallet sends its own meta-transactions only (`from` is the caller), once for each nonce, before the deadline.
/// - A signer attests that the service built the route. A signature alone moves nothing: the wallet has to send it.
/// - The admin names the signers and sets the fee below a fixed bound, a new signer and a higher fee after a delay (see DelayedAdmin), and
///   withdraws fees. It cannot move a wallet's tokens.
/// What remains trusted: a signer could attest a bad target. So a target is never a token: wallets approve this contract, and a call
/// of a token from here could spend the allowance of another wallet.
///
/// Between two transactions the contract holds fees and nothing else. Balances are only ever compared before and after a call.
contract Relayer is DelayedAdmin, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @dev Amounts in base units, `deadline` in Unix seconds. The native asset is the all-zero or the all-e address. `value` is the
    /// native amount that goes to the target. An `amountOutMin` of 0 means that nothing arrives on this chain (a bridge): nothing
    /// is measured then.
    struct MetaTransaction {
        address from;
        address fromToken;
        uint256 amountIn;
        address toToken;
        uint256 amountOutMin;
        address recipient;
        address target;
        address spender;
        bytes data;
        uint256 value;
        uint256 nonce;
        uint256 deadline;
    }

    /// @dev What was there before: of the input, the output and the native asset in this contract, and of the output at the recipient.
    struct Balances {
        uint256 input;
        uint256 output;
        uint256 native;
        uint256 recipient;
    }

    bytes32 public constant META_TRANSACTION_TYPEHASH = keccak256(
        "MetaTransaction(address from,address fromToken,uint256 amountIn,address toToken,uint256 amountOutMin,address recipient,address target,address spender,bytes data,uint256 value,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 public constant VERSION = 2;
    /// @notice The version in the EIP-712 domain.
    string public constant version = "1";
    /// @notice The most that the fee can be set to: 1 %.
    uint16 public constant MAX_FEE_BPS = 100;
    address private constant ALL_E = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    /// @dev Gas for asking a target whether it is a token: more than `balanceOf` of a proxied token takes.
    uint256 private constant TOKEN_PROBE_GAS = 100_000;

    /// @notice The name of the EIP-712 domain: the brand and `Relayer`.
    string public name;
    /// @notice Share of the input that is kept, in basis points. The call has to spend the rest.
    uint16 public feeBps;
    mapping(address => bool) public isSigner;
    mapping(address => mapping(uint256 => bool)) public isNonceUsed;

    event SignerChanged(address indexed signer, bool allowed);
    event FeeChanged(uint16 feeBps);
    event FeesWithdrawn(address indexed token, address indexed to, uint256 amount);
    /// @dev `amountIn` is what left the wallet for good, `fee` (a part of it) is kept here; `amountOut` is what the recipient got.
    event MetaTransactionExecuted(
        address indexed from,
        address indexed recipient,
        uint256 indexed nonce,
        address fromToken,
        address toToken,
        uint256 amountIn,
        uint256 amountOut,
        uint256 fee,
        address target
    );

    error NotSender(address from, address caller);
    error DeadlinePassed(uint256 deadline, uint256 blockTime);
    error NonceUsed(address from, uint256 nonce);
    error InvalidSignature();
    error ZeroAddress();
    error InvalidRecipient(address recipient);
    error InvalidTokens();
    error InvalidTarget(address target);
    error InvalidSpender(address spender);
    error WrongValue(uint256 given, uint256 expected);
    error NothingReceived();
    error InputMismatch(uint256 balance, uint256 expected);
    error OutputBelowMinimum(uint256 received, uint256 minimum);
    error SwapFailed();
    error NativeTransferFailed(address to);
    error FeeTooHigh(uint16 given, uint16 maximum);
    error NotExecuting();

    /// @param brand one word; the EIP-712 domain is named `<brand>Relayer`
    constructor(string memory brand, address admin, bytes32 build) DelayedAdmin(admin, build) {
        name = string.concat(brand, "Relayer");
    }

    /// @dev Only what comes back during a call: what anybody else sends would be lost to him.
    receive() external payable {
        if (!_reentrancyGuardEntered()) revert NotExecuting();
    }

    // ---------------------------------------------------------------- admin

    function setSigner(address signer, bool allowed) external onlyOwner {
        if (allowed) _requireAnnounced();
        if (signer == address(0)) revert ZeroAddress();
        isSigner[signer] = allowed;
        emit SignerChanged(signer, allowed);
    }

    function setFee(uint16 newFeeBps) external onlyOwner {
        if (newFeeBps > feeBps) _requireAnnounced();
        if (newFeeBps > MAX_FEE_BPS) revert FeeTooHigh(newFeeBps, MAX_FEE_BPS);
        feeBps = newFeeBps;
        emit FeeChanged(newFeeBps);
    }

    /// @notice Pays out kept fees; of the native asset for the all-zero or the all-e address.
    function withdrawFees(address token, address to, uint256 amount) external onlyOwner nonReentrant {
        if (to == address(0)) revert ZeroAddress();
        if (_isNative(token)) _sendNative(to, amount);
        else IERC20(token).safeTransfer(to, amount);
        emit FeesWithdrawn(token, to, amount);
    }

    // ---------------------------------------------------------------- wallets

    /// @notice Takes the input from the caller, makes the signed call, and sees to it that the recipient gets at least `amountOutMin`.
    /// What the call leaves of the input or of the value goes back to the caller. Output that the call delivers here is passed on.
    /// @dev `msg.value` must be `value`, and the fee on top when the input is the native asset.
    /// @return amountOut what the recipient got, in base units of `toToken`; 0 when `amountOutMin` is 0
    function executeMetaTransactionSwap(MetaTransaction calldata metaTx, bytes calldata signature)
        external
        payable
        onlyOpen
        nonReentrant
        returns (uint256 amountOut)
    {
        _authorize(metaTx, signature);
        isNonceUsed[metaTx.from][metaTx.nonce] = true;

        Balances memory before = _balancesBefore(metaTx);
        (uint256 received, uint256 fee) = _takeInput(metaTx);
        _callTarget(metaTx, received - fee);
        uint256 unspent = _returnInput(metaTx, before, fee);
        if (metaTx.amountOutMin > 0) amountOut = _deliverOutput(metaTx, before, fee);
        unspent += _returnNative(metaTx, before, fee);
        // More may come back than was taken (a target that pays): the wallet then spent nothing.
        _emitExecuted(metaTx, unspent < received ? received - unspent : 0, amountOut, fee);
    }

    // ---------------------------------------------------------------- views

    /// @notice What a signer signs.
    function hashMetaTransaction(MetaTransaction calldata metaTx) external view returns (bytes32) {
        return _digest(metaTx);
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
    }

    // ---------------------------------------------------------------- inside

    function _authorize(MetaTransaction calldata metaTx, bytes calldata signature) private view {
        if (metaTx.from != msg.sender) revert NotSender(metaTx.from, msg.sender);
        if (block.timestamp > metaTx.deadline) revert DeadlinePassed(metaTx.deadline, block.timestamp);
        if (isNonceUsed[metaTx.from][metaTx.nonce]) revert NonceUsed(metaTx.from, metaTx.nonce);
        // 65 bytes with a low s, or no signer at all.
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecover(_digest(metaTx), signature);
        if (problem != ECDSA.RecoverError.NoError || !isSigner[signer]) revert InvalidSignature();

        if (metaTx.recipient == address(0) || metaTx.recipient == address(this)) revert InvalidRecipient(metaTx.recipient);
        // A bridge may well go to the token of the same address on the other chain.
        if (metaTx.amountOutMin > 0 && _isSame(metaTx.fromToken, metaTx.toToken)) revert InvalidTokens();
        _requireTarget(metaTx);
    }

    function _requireTarget(MetaTransaction calldata metaTx) private view {
        address target = metaTx.target;
        bool isToken = target == metaTx.fromToken || target == metaTx.toToken;
        if (isToken || target == address(this) || target.code.length == 0 || _looksLikeToken(target)) {
            revert InvalidTarget(target);
        }
        if (_isNative(metaTx.fromToken)) return;
        address spender = metaTx.spender;
        if (spender == address(0) || spender == address(this) || spender == metaTx.fromToken || spender == metaTx.toToken) {
            revert InvalidSpender(spender);
        }
    }

    /// @dev Whoever answers `balanceOf` is taken for a token, of which another wallet may have approved this contract.
    function _looksLikeToken(address target) private view returns (bool) {
        (bool ok, bytes memory answer) =
            target.staticcall{gas: TOKEN_PROBE_GAS}(abi.encodeCall(IERC20.balanceOf, (address(this))));
        return ok && answer.length >= 32;
    }

    function _balancesBefore(MetaTransaction calldata metaTx) private view returns (Balances memory before) {
        before.native = address(this).balance - msg.value;
        if (!_isNative(metaTx.fromToken)) before.input = IERC20(metaTx.fromToken).balanceOf(address(this));
        if (metaTx.amountOutMin == 0) return before;
        if (_isNative(metaTx.toToken)) {
            before.recipient = metaTx.recipient.balance;
        } else {
            before.output = IERC20(metaTx.toToken).balanceOf(address(this));
            before.recipient = IERC20(metaTx.toToken).balanceOf(metaTx.recipient);
        }
    }

    /// @return received what arrived of the input (less than `amountIn` for a token with a fee on transfer)
    /// @return fee what is kept of it
    function _takeInput(MetaTransaction calldata metaTx) private returns (uint256 received, uint256 fee) {
        if (_isNative(metaTx.fromToken)) {
            received = metaTx.amountIn;
            fee = (received * feeBps) / 10_000;
            if (metaTx.value < received - fee) revert WrongValue(metaTx.value, received - fee);
            if (msg.value != metaTx.value + fee) revert WrongValue(msg.value, metaTx.value + fee);
        } else {
            if (msg.value != metaTx.value) revert WrongValue(msg.value, metaTx.value);
            // Value that the target returns could not be told from the native output, so none may be sent with such a swap.
            if (metaTx.value > 0 && metaTx.amountOutMin > 0 && _isNative(metaTx.toToken)) revert WrongValue(metaTx.value, 0);
            received = _pull(IERC20(metaTx.fromToken), metaTx.amountIn);
            fee = (received * feeBps) / 10_000;
        }
        if (received == 0) revert NothingReceived();
    }

    function _pull(IERC20 token, uint256 amount) private returns (uint256) {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        return token.balanceOf(address(this)) - before;
    }

    /// @dev The spender may take what is there to be swapped, and afterwards nothing.
    function _callTarget(MetaTransaction calldata metaTx, uint256 toSwap) private {
        bool isNativeIn = _isNative(metaTx.fromToken);
        if (!isNativeIn) IERC20(metaTx.fromToken).forceApprove(metaTx.spender, toSwap);
        (bool ok, bytes memory reason) = metaTx.target.call{value: metaTx.value}(metaTx.data);
        if (!ok) {
            if (reason.length == 0) revert SwapFailed();
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
        if (!isNativeIn && IERC20(metaTx.fromToken).allowance(address(this), metaTx.spender) != 0) {
            IERC20(metaTx.fromToken).forceApprove(metaTx.spender, 0);
        }
    }

    function _returnInput(MetaTransaction calldata metaTx, Balances memory before, uint256 fee)
        private
        returns (uint256 unspent)
    {
        if (_isNative(metaTx.fromToken)) return 0;
        uint256 expected = before.input + fee;
        uint256 balance = IERC20(metaTx.fromToken).balanceOf(address(this));
        if (balance < expected) revert InputMismatch(balance, expected);
        unspent = balance - expected;
        if (unspent > 0) IERC20(metaTx.fromToken).safeTransfer(metaTx.from, unspent);
    }

    function _deliverOutput(MetaTransaction calldata metaTx, Balances memory before, uint256 fee)
        private
        returns (uint256 amountOut)
    {
        uint256 current;
        if (_isNative(metaTx.toToken)) {
            uint256 left = _nativeLeft(metaTx, before, fee);
            if (left > 0) _sendNative(metaTx.recipient, left);
            current = metaTx.recipient.balance;
        } else {
            IERC20 token = IERC20(metaTx.toToken);
            uint256 left = token.balanceOf(address(this)) - before.output;
            if (left > 0) token.safeTransfer(metaTx.recipient, left);
            current = token.balanceOf(metaTx.recipient);
        }
        amountOut = current > before.recipient ? current - before.recipient : 0;
        if (amountOut < metaTx.amountOutMin) revert OutputBelowMinimum(amountOut, metaTx.amountOutMin);
    }

    /// @return unspent what came back of a native input; 0 for any other
    function _returnNative(MetaTransaction calldata metaTx, Balances memory before, uint256 fee)
        private
        returns (uint256 unspent)
    {
        uint256 left = _nativeLeft(metaTx, before, fee);
        if (left > 0) _sendNative(metaTx.from, left);
        return _isNative(metaTx.fromToken) ? left : 0;
    }

    function _nativeLeft(MetaTransaction calldata metaTx, Balances memory before, uint256 fee) private view returns (uint256) {
        return address(this).balance - before.native - (_isNative(metaTx.fromToken) ? fee : 0);
    }

    function _sendNative(address to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        if (!ok) revert NativeTransferFailed(to);
    }

    function _isNative(address token) private pure returns (bool) {
        return token == address(0) || token == ALL_E;
    }

    function _isSame(address a, address b) private pure returns (bool) {
        return a == b || (_isNative(a) && _isNative(b));
    }

    function _emitExecuted(MetaTransaction calldata metaTx, uint256 amountIn, uint256 amountOut, uint256 fee) private {
        emit MetaTransactionExecuted(
            metaTx.from,
            metaTx.recipient,
            metaTx.nonce,
            metaTx.fromToken,
            metaTx.toToken,
            amountIn,
            amountOut,
            fee,
            metaTx.target
        );
    }

    function _digest(MetaTransaction calldata metaTx) private view returns (bytes32) {
        // In two halves: the compiler's stack does not hold all thirteen words at once.
        bytes memory first = abi.encode(
            META_TRANSACTION_TYPEHASH,
            metaTx.from,
            metaTx.fromToken,
            metaTx.amountIn,
            metaTx.toToken,
            metaTx.amountOutMin,
            metaTx.recipient
        );
        bytes memory second = abi.encode(
            metaTx.target,
            metaTx.spender,
            keccak256(metaTx.data),
            metaTx.value,
            metaTx.nonce,
            metaTx.deadline
        );
        return keccak256(abi.encodePacked(hex"1901", domainSeparator(), keccak256(bytes.concat(first, second))));
    }
}
