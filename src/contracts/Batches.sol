// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Batches: runs the items of one transaction each on its own, so that one that fails takes no other with it.
abstract contract Batches {
    /// @notice The most items in one batch.
    uint256 public constant MAX_BATCH = 32;
    /// @dev Longer revert data of a failed item is cut, so that it cannot eat the gas of the items after it.
    uint256 internal constant MAX_REASON_BYTES = 512;

    error NotSelf();
    error DeadlinePassed(uint256 deadline, uint256 blockTime);
    error BatchSize(uint256 given, uint256 maximum);
    error InsufficientGas(uint256 available, uint256 required);

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotSelf();
        _;
    }

    modifier beforeDeadline(uint256 deadline) {
        _requireTime(deadline);
        _;
    }

    function _requireTime(uint256 deadline) private view {
        if (block.timestamp > deadline) revert DeadlinePassed(deadline, block.timestamp);
    }

    function _requireBatch(uint256 length) internal pure {
        if (length == 0 || length > MAX_BATCH) revert BatchSize(length, MAX_BATCH);
    }

    /// @param limit what the item may use
    /// @param reserve what has to be left beside it
    function _requireGas(uint256 limit, uint256 reserve) internal view {
        // A call passes on at most 63/64 of what is left. Dividing first keeps a huge limit from overflowing.
        uint256 needed = limit > type(uint128).max ? type(uint256).max : (limit * 64) / 63 + reserve;
        if (gasleft() < needed) revert InsufficientGas(gasleft(), needed);
    }

    /// @dev Like try/catch, but copies at most MAX_REASON_BYTES of what comes back, and that too where the call worked.
    function _call(address target, uint256 gasLimit, bytes memory data) internal returns (bool ok, bytes memory reason) {
        uint256 maximum = MAX_REASON_BYTES;
        assembly ("memory-safe") {
            ok := call(gasLimit, target, 0, add(data, 32), mload(data), 0, 0)
            let size := returndatasize()
            if gt(size, maximum) { size := maximum }
            reason := mload(0x40)
            mstore(0x40, add(reason, and(add(size, 63), not(31))))
            mstore(reason, size)
            returndatacopy(add(reason, 32), 0, size)
        }
    }
}
