// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title SplitRouter
/// @notice Swaps parts of an amount in several exchanges in one call, as aggregators do. Only for the devnet: it makes any call that it is
/// given, so nobody may leave it an allowance after the transaction.
contract SplitRouter {
    using SafeERC20 for IERC20;

    /// @dev `data` makes `target` take `amountIn` from this contract and pay the receiver of the swap.
    struct Part {
        address target;
        address spender;
        uint256 amountIn;
        bytes data;
    }

    error PartFailed(uint256 index, bytes reason);

    /// @notice Takes the sum of the parts from the caller, and makes their calls.
    function swap(IERC20 token, Part[] calldata parts) external {
        uint256 amountIn;
        for (uint256 i = 0; i < parts.length; i++) amountIn += parts[i].amountIn;
        token.safeTransferFrom(msg.sender, address(this), amountIn);
        for (uint256 i = 0; i < parts.length; i++) {
            Part calldata part = parts[i];
            token.forceApprove(part.spender, part.amountIn);
            (bool isDone, bytes memory reason) = part.target.call(part.data);
            if (!isDone) revert PartFailed(i, reason);
        }
    }
}
