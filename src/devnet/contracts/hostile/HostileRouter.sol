// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title HostileRouter: does whatever its calldata says. Tests only: a compromised router on the allow-list.
contract HostileRouter {
    struct Call {
        address target;
        bytes data;
    }

    error CallFailed(uint256 index, bytes reason);

    uint256 public failedCalls;
    bytes public lastReason;

    /// @notice Makes the calls; any failure reverts.
    function run(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].target.call(calls[i].data);
            if (!ok) revert CallFailed(i, reason);
        }
    }

    /// @notice Makes the calls; failures are only noted.
    function runQuietly(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].target.call(calls[i].data);
            if (!ok) {
                failedCalls += 1;
                lastReason = reason;
            }
        }
    }

    function burnGas() external view {
        uint256 waste;
        while (gasleft() > 0) waste = uint256(keccak256(abi.encode(waste)));
    }

    /// @notice Reverts with `size` bytes of data, to make whoever copies them pay.
    function revertWithBytes(uint256 size) external pure {
        assembly ("memory-safe") {
            revert(mload(0x40), size)
        }
    }

    function revertWithNothing() external pure {
        assembly ("memory-safe") {
            revert(0, 0)
        }
    }
}
