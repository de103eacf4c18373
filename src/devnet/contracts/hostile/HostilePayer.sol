// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title HostilePayer: does whatever its calldata says, with the native asset too. Tests only: a router that takes too much, gives
/// too little, gives back, or comes back in.
contract HostilePayer {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    error CallFailed(uint256 index, bytes reason);

    uint256 public failedCalls;
    bytes public lastReason;

    receive() external payable {}

    /// @notice Makes the calls; any failure reverts.
    function run(Call[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!ok) revert CallFailed(i, reason);
        }
    }

    /// @notice Makes the calls; failures are only noted.
    function runQuietly(Call[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!ok) {
                failedCalls += 1;
                lastReason = reason;
            }
        }
    }
}
