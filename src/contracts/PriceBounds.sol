// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";

interface IAveragePool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function observe(uint32[] calldata secondsAgos)
        external
        view
        returns (int56[] memory tickCumulatives, uint160[] memory secondsPerLiquidityCumulativeX128s);
}

/// @title PriceBounds: the least that a trade must bring, as an owner set it: by a limit price, by the average of a pool, or by both.
library PriceBounds {
    /// @dev All zero: no bound.
    /// `leastOutX36`: base units of the output for one base unit of the input, times 10^36; 0 for no limit price.
    /// `pool`: a pool of Uniswap v3 of the two tokens, whose average price over the last `window` seconds counts; zero for none.
    /// `maxDeviationBps`: how far below that average the output may be, in hundredths of a percent. The average knows no fee.
    struct Bound {
        uint256 leastOutX36;
        address pool;
        uint32 window;
        uint16 maxDeviationBps;
    }

    uint256 internal constant SCALE = 1e36;
    uint32 internal constant MIN_WINDOW = 5 minutes;
    uint32 internal constant MAX_WINDOW = 1 days;
    uint256 private constant ALL_BPS = 10_000;

    error InvalidPool(address pool);
    error InvalidAverage(uint32 window, uint16 maxDeviationBps);
    error AverageUnavailable(address pool, uint32 window);
    error OutputBelowLimit(uint256 received, uint256 required);
    error OutputBelowAverage(uint256 received, uint256 required);

    /// @dev Keeps a bound for trades from one token to the other. The pool need not remember the whole window yet: until it does, every
    /// trade reverts.
    function set(Bound storage self, Bound calldata bound, address tokenIn, address tokenOut) internal {
        if (bound.pool == address(0)) {
            if (bound.window != 0 || bound.maxDeviationBps != 0) revert InvalidPool(bound.pool);
        } else {
            bool isWindow = bound.window >= MIN_WINDOW && bound.window <= MAX_WINDOW;
            if (!isWindow || bound.maxDeviationBps >= ALL_BPS) revert InvalidAverage(bound.window, bound.maxDeviationBps);
            if (bound.pool.code.length == 0) revert InvalidPool(bound.pool);
            address token0 = IAveragePool(bound.pool).token0();
            address token1 = IAveragePool(bound.pool).token1();
            bool isPair = (token0 == tokenIn && token1 == tokenOut) || (token0 == tokenOut && token1 == tokenIn);
            if (!isPair) revert InvalidPool(bound.pool);
        }
        self.leastOutX36 = bound.leastOutX36;
        self.pool = bound.pool;
        self.window = bound.window;
        self.maxDeviationBps = bound.maxDeviationBps;
    }

    /// @dev The least output by each part of the bound, 0 where there is none. Asked for before the trade runs, so that nothing which the
    /// trade calls can change it. Reverts when the pool does not give its average: a bound is never left out.
    function required(Bound storage self, address tokenIn, address tokenOut, uint256 amountIn)
        internal
        view
        returns (uint256 byLimit, uint256 byAverage)
    {
        if (self.leastOutX36 != 0) byLimit = Math.mulDiv(amountIn, self.leastOutX36, SCALE, Math.Rounding.Ceil);
        address pool = self.pool;
        if (pool == address(0)) return (byLimit, 0);
        uint256 quoted = quoteAt(averageTick(pool, self.window), tokenIn, tokenOut, amountIn);
        byAverage = Math.mulDiv(quoted, ALL_BPS - self.maxDeviationBps, ALL_BPS, Math.Rounding.Ceil);
    }

    function requireMet(uint256 received, uint256 byLimit, uint256 byAverage) internal pure {
        if (received < byLimit) revert OutputBelowLimit(received, byLimit);
        if (received < byAverage) revert OutputBelowAverage(received, byAverage);
    }

    /// @dev Rounded down, as Uniswap's own library does.
    function averageTick(address pool, uint32 window) internal view returns (int24 tick) {
        uint32[] memory secondsAgos = new uint32[](2);
        secondsAgos[0] = window;
        (bool ok, bytes memory data) = pool.staticcall(abi.encodeCall(IAveragePool.observe, (secondsAgos)));
        // Two lists of two: eight words.
        if (!ok || data.length < 256) revert AverageUnavailable(pool, window);
        (int56[] memory cumulatives,) = abi.decode(data, (int56[], uint160[]));
        if (cumulatives.length != 2) revert AverageUnavailable(pool, window);
        int256 change = int256(cumulatives[1]) - int256(cumulatives[0]);
        int256 average = change / int256(uint256(window));
        if (change < 0 && change % int256(uint256(window)) != 0) --average;
        if (average < TickMath.MIN_TICK || average > TickMath.MAX_TICK) revert AverageUnavailable(pool, window);
        tick = int24(average);
    }

    /// @dev What `amountIn` would bring at the price of `tick`, without a fee.
    function quoteAt(int24 tick, address tokenIn, address tokenOut, uint256 amountIn) internal pure returns (uint256) {
        uint256 sqrtPriceX96 = TickMath.getSqrtPriceAtTick(tick);
        if (sqrtPriceX96 <= type(uint128).max) {
            uint256 priceX192 = sqrtPriceX96 * sqrtPriceX96;
            return tokenIn < tokenOut ? Math.mulDiv(priceX192, amountIn, 1 << 192) : Math.mulDiv(1 << 192, amountIn, priceX192);
        }
        uint256 priceX128 = Math.mulDiv(sqrtPriceX96, sqrtPriceX96, 1 << 64);
        return tokenIn < tokenOut ? Math.mulDiv(priceX128, amountIn, 1 << 128) : Math.mulDiv(1 << 128, amountIn, priceX128);
    }
}
