// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {PathKey} from "@uniswap/v4-periphery/src/libraries/PathKey.sol";

/// @title V4SwapRouter: exact-input swaps over Uniswap v4 for callers that approve tokens the plain way.
/// @dev Uniswap's own router takes tokens through Permit2 only, which the Relayer and the vaults cannot use: they approve one spender
/// and make one call. This one holds nothing between two calls. Its admin names the pool manager once, and can do nothing else: the
/// constructor does not, so that the address is the same on every chain.
contract V4SwapRouter is IUnlockCallback {
    using SafeERC20 for IERC20;

    struct Swap {
        address payer;
        Currency currencyIn;
        PathKey[] path;
        uint256 amountIn;
        uint256 amountOutMin;
        address recipient;
    }

    /// @dev One inside the bounds of v4's TickMath: no limit of our own, the minimum output is the bound.
    uint160 private constant LOWEST_PRICE = 4295128740;
    uint160 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;

    uint256 public constant VERSION = 2;

    /// @notice Hash of the sources and the compiler settings that this contract was built from.
    bytes32 public buildHash;
    /// @notice Who may name the pool manager; zero once it is named.
    address public admin;
    IPoolManager public poolManager;

    event PoolManagerSet(address indexed poolManager);

    error NotAdmin(address caller);
    error InvalidPoolManager(address account);
    error NotOpen();
    error NotPoolManager(address caller);
    error DeadlinePassed(uint256 deadline, uint256 blockTime);
    error InvalidPath();
    error InvalidRecipient(address recipient);
    error WrongValue(uint256 given, uint256 expected);
    error OutputBelowMinimum(uint256 received, uint256 minimum);

    constructor(address firstAdmin, bytes32 build) {
        admin = firstAdmin;
        buildHash = build;
    }

    /// @notice Names the pool manager, for good.
    function setPoolManager(IPoolManager manager) external {
        if (msg.sender != admin) revert NotAdmin(msg.sender);
        if (address(manager).code.length == 0) revert InvalidPoolManager(address(manager));
        delete admin;
        poolManager = manager;
        emit PoolManagerSet(address(manager));
    }

    /// @notice Swaps all of `amountIn` along the path; the caller has approved it, or sends it when it is the native asset (address 0).
    /// @return amountOut what the recipient got
    function swapExactInput(
        Currency currencyIn,
        PathKey[] calldata path,
        uint256 amountIn,
        uint256 amountOutMin,
        address recipient,
        uint256 deadline
    ) external payable returns (uint256 amountOut) {
        if (block.timestamp > deadline) revert DeadlinePassed(deadline, block.timestamp);
        IPoolManager manager = poolManager;
        if (address(manager) == address(0)) revert NotOpen();
        if (path.length == 0) revert InvalidPath();
        // What stays here or in the pool manager belongs to whoever comes next.
        if (recipient == address(0) || recipient == address(this) || recipient == address(manager)) {
            revert InvalidRecipient(recipient);
        }
        uint256 expected = currencyIn.isAddressZero() ? amountIn : 0;
        if (msg.value != expected) revert WrongValue(msg.value, expected);
        Swap memory swap = Swap(msg.sender, currencyIn, path, amountIn, amountOutMin, recipient);
        amountOut = abi.decode(manager.unlock(abi.encode(swap)), (uint256));
    }

    /// @dev The pool manager calls this once it is unlocked, and reverts all of it unless every currency is settled at the end: an input
    /// that the pools could not take in full (a lack of liquidity) is such a case.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != address(poolManager)) revert NotPoolManager(msg.sender);
        Swap memory swap = abi.decode(data, (Swap));
        // Paid before the swap, so that of a token with a fee on transfer only what arrived is swapped.
        uint256 amount = _pay(swap.currencyIn, swap.payer, swap.amountIn);
        Currency currency = swap.currencyIn;
        for (uint256 i = 0; i < swap.path.length; ++i) {
            amount = _swapThrough(swap.path[i], currency, amount);
            currency = swap.path[i].intermediateCurrency;
        }
        uint256 before = currency.balanceOf(swap.recipient);
        poolManager.take(currency, swap.recipient, amount);
        uint256 received = currency.balanceOf(swap.recipient) - before;
        if (received < swap.amountOutMin) revert OutputBelowMinimum(received, swap.amountOutMin);
        return abi.encode(received);
    }

    function _pay(Currency currency, address payer, uint256 amount) private returns (uint256) {
        if (currency.isAddressZero()) return poolManager.settle{value: amount}();
        poolManager.sync(currency);
        IERC20(Currency.unwrap(currency)).safeTransferFrom(payer, address(poolManager), amount);
        return poolManager.settle();
    }

    function _swapThrough(PathKey memory hop, Currency currencyIn, uint256 amountIn) private returns (uint256) {
        Currency currencyOut = hop.intermediateCurrency;
        bool zeroForOne = currencyIn < currencyOut;
        (Currency currency0, Currency currency1) = zeroForOne ? (currencyIn, currencyOut) : (currencyOut, currencyIn);
        if (amountIn > uint256(type(int256).max)) revert InvalidPath();
        BalanceDelta delta = poolManager.swap(
            PoolKey(currency0, currency1, hop.fee, hop.tickSpacing, hop.hooks),
            SwapParams(zeroForOne, -int256(amountIn), zeroForOne ? LOWEST_PRICE : HIGHEST_PRICE),
            hop.hookData
        );
        int128 amountOut = zeroForOne ? delta.amount1() : delta.amount0();
        if (amountOut <= 0) revert OutputBelowMinimum(0, 1);
        return uint256(uint128(amountOut));
    }
}
