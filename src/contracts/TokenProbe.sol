// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IProbedToken {
    function balanceOf(address account) external view returns (uint256);
}

interface IProbedPool {
    function token0() external view returns (address);

    function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1);
}

interface IWrappedNative {
    function deposit() external payable;
}

/// @title TokenProbe: buys a token and sells half of it again, and tells what was lost on the way.
/// @notice Never deployed. Its code is put at some address for the length of one `eth_call` (a state override that gives it ether, too),
/// so that a scan sees what a real trade would: transfers that take a fee, that are refused, or that lie. It trades in Uniswap v3
/// pools itself, since a router refuses tokens that arrive short.
contract TokenProbe {
    struct Hop {
        address pool;
        address tokenIn;
        address tokenOut;
    }

    enum Step {
        Done,
        Buy,
        Sell
    }

    struct Result {
        /// Which step failed, and why; Done: none did.
        Step failed;
        bytes reason;
        /// What the pool says that it sent, and what arrived.
        uint256 boughtSent;
        uint256 boughtArrived;
        /// The first transfer of the sale: what was sent, and what the pool had more of.
        uint256 soldSent;
        uint256 soldArrived;
        /// What the sale brought in, of the last hop's input.
        uint256 returned;
    }

    error OnlySelf();

    uint160 private constant LOWEST_SQRT_PRICE = 4295128740;
    uint160 private constant HIGHEST_SQRT_PRICE = 1461446703485210103287273052203988822378723970341;

    /// What the last payment of a swap's callback was: kept in storage, which the call leaves no trace in.
    uint256 private paidSent;
    uint256 private paidArrived;

    /// @param hops from the wrapped native asset to the token
    function roundTrip(address wrappedNative, Hop[] calldata hops, uint256 amountIn) external returns (Result memory result) {
        IWrappedNative(wrappedNative).deposit{value: amountIn}();
        uint256 amount = amountIn;
        for (uint256 i = 0; i < hops.length; i++) {
            try this.swap(hops[i].pool, hops[i].tokenIn, hops[i].tokenOut, amount) returns (uint256 sent, uint256 arrived) {
                result.boughtSent = sent;
                result.boughtArrived = arrived;
                amount = arrived;
            } catch (bytes memory reason) {
                (result.failed, result.reason) = (Step.Buy, reason);
                return result;
            }
        }
        if (amount < 2) {
            result.failed = Step.Buy;
            return result;
        }
        Hop calldata last = hops[hops.length - 1];
        // Half, so that there is enough to pay for a fee that the transfer into the pool takes.
        try this.swap(last.pool, last.tokenOut, last.tokenIn, amount / 2) returns (uint256, uint256 arrived) {
            result.soldSent = paidSent;
            result.soldArrived = paidArrived;
            result.returned = arrived;
        } catch (bytes memory reason) {
            (result.failed, result.reason) = (Step.Sell, reason);
        }
    }

    /// @notice Swaps an exact input in one pool. Its own call, so that a failure is caught whole.
    function swap(address pool, address tokenIn, address tokenOut, uint256 amountIn) external returns (uint256 sent, uint256 arrived) {
        if (msg.sender != address(this)) revert OnlySelf();
        bool zeroForOne = IProbedPool(pool).token0() == tokenIn;
        uint256 before = IProbedToken(tokenOut).balanceOf(address(this));
        (int256 amount0, int256 amount1) = IProbedPool(pool).swap(
            address(this),
            zeroForOne,
            int256(amountIn),
            zeroForOne ? LOWEST_SQRT_PRICE : HIGHEST_SQRT_PRICE,
            abi.encode(tokenIn)
        );
        sent = uint256(-(zeroForOne ? amount1 : amount0));
        arrived = IProbedToken(tokenOut).balanceOf(address(this)) - before;
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        address token = abi.decode(data, (address));
        uint256 owed = uint256(amount0 > 0 ? amount0 : amount1);
        uint256 arrived = _pay(token, owed);
        paidSent = owed;
        paidArrived = arrived;
        // Again for what a fee took, as far as the tokens reach; if it is still short, the pool refuses.
        if (arrived > 0 && arrived < owed) {
            uint256 more = ((owed - arrived) * owed + arrived - 1) / arrived + 1;
            uint256 held = IProbedToken(token).balanceOf(address(this));
            _pay(token, more < held ? more : held);
        }
    }

    /// @return arrived what the caller, the pool, has more of
    function _pay(address token, uint256 amount) private returns (uint256 arrived) {
        uint256 before = IProbedToken(token).balanceOf(msg.sender);
        (bool done, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", msg.sender, amount));
        // Some tokens answer nothing.
        if (!done || (answer.length > 0 && !abi.decode(answer, (bool)))) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        arrived = IProbedToken(token).balanceOf(msg.sender) - before;
    }
}
