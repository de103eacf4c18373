// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title AveragePool: a pool of two tokens that gives any average of ticks, or none, in every way there is. Tests only.
contract AveragePool {
    enum Mode {
        Answer,
        TooYoung,
        Nothing,
        Short,
        Garbage,
        OutOfRange
    }

    address public immutable token0;
    address public immutable token1;
    Mode public mode;
    int24 public tick;
    /// @notice Added to the sum of ticks at the end of the window.
    int56 public extra;

    constructor(address tokenA, address tokenB) {
        (token0, token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
    }

    function tell(Mode newMode, int24 newTick, int56 newExtra) external {
        (mode, tick, extra) = (newMode, newTick, newExtra);
    }

    function observe(uint32[] calldata secondsAgos)
        external
        view
        returns (int56[] memory tickCumulatives, uint160[] memory secondsPerLiquidityCumulativeX128s)
    {
        require(mode != Mode.TooYoung, "OLD");
        if (mode == Mode.Nothing || mode == Mode.Short) {
            uint256 size = mode == Mode.Short ? 64 : 0;
            assembly ("memory-safe") {
                return(0, size)
            }
        }
        if (mode == Mode.Garbage) {
            assembly ("memory-safe") {
                let data := mload(0x40)
                for { let i := 0 } lt(i, 256) { i := add(i, 32) } { mstore(add(data, i), not(0)) }
                return(data, 256)
            }
        }
        tickCumulatives = new int56[](secondsAgos.length);
        secondsPerLiquidityCumulativeX128s = new uint160[](secondsAgos.length);
        int56 each = mode == Mode.OutOfRange ? int56(900_000) : int56(tick);
        for (uint256 i = 0; i < secondsAgos.length; ++i) {
            tickCumulatives[i] = each * int56(uint56(block.timestamp - secondsAgos[i])) + (secondsAgos[i] == 0 ? extra : int56(0));
        }
    }
}
