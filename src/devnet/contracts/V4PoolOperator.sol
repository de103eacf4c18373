// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ModifyLiquidityParams, SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";

/// @title V4PoolOperator: opens Uniswap v4 pools with liquidity that stays, and moves their prices. For the devnet: nobody can take the
/// liquidity out again.
contract V4PoolOperator is IUnlockCallback {
    using SafeERC20 for IERC20;

    /// @dev `limit` 0: a deposit of `params`; else a swap up to that price.
    struct Work {
        address payer;
        PoolKey key;
        ModifyLiquidityParams params;
        bool zeroForOne;
        uint160 limit;
    }

    /// @dev More than anybody holds: the limit ends the swap.
    int256 private constant ENOUGH = 2 ** 126;

    IPoolManager public immutable poolManager;

    error NotPoolManager(address caller);
    error ReturnFailed();

    constructor(IPoolManager manager) {
        poolManager = manager;
    }

    /// @notice The caller has approved both tokens, and sends enough of the native asset; what is left of it comes back.
    function openPool(PoolKey calldata key, uint160 sqrtPriceX96, int24 tickLower, int24 tickUpper, uint256 liquidity)
        external
        payable
    {
        poolManager.initialize(key, sqrtPriceX96);
        ModifyLiquidityParams memory params = ModifyLiquidityParams(tickLower, tickUpper, int256(liquidity), bytes32(0));
        _work(Work(msg.sender, key, params, false, 0));
    }

    /// @notice Swaps until the pool has this price; paid, and kept, by the caller.
    function movePrice(PoolKey calldata key, bool zeroForOne, uint160 sqrtPriceX96) external payable {
        _work(Work(msg.sender, key, ModifyLiquidityParams(0, 0, 0, bytes32(0)), zeroForOne, sqrtPriceX96));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != address(poolManager)) revert NotPoolManager(msg.sender);
        Work memory work = abi.decode(data, (Work));
        BalanceDelta delta;
        if (work.limit == 0) (delta,) = poolManager.modifyLiquidity(work.key, work.params, "");
        else delta = poolManager.swap(work.key, SwapParams(work.zeroForOne, -ENOUGH, work.limit), "");
        _settle(work.key.currency0, work.payer, delta.amount0());
        _settle(work.key.currency1, work.payer, delta.amount1());
        return "";
    }

    function _work(Work memory work) private {
        poolManager.unlock(abi.encode(work));
        (bool ok,) = msg.sender.call{value: address(this).balance}("");
        if (!ok) revert ReturnFailed();
    }

    function _settle(Currency currency, address payer, int128 delta) private {
        if (delta > 0) poolManager.take(currency, payer, uint256(uint128(delta)));
        if (delta >= 0) return;
        uint256 amount = uint256(uint128(-delta));
        if (currency.isAddressZero()) {
            poolManager.settle{value: amount}();
            return;
        }
        poolManager.sync(currency);
        IERC20(Currency.unwrap(currency)).safeTransferFrom(payer, address(poolManager), amount);
        poolManager.settle();
    }
}
