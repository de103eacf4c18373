// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title GasProbe: runs calls of one contract, each on the state before all of them, and tells what gas each used.
/// @notice Never deployed. Its code is put at a sender's address for the length of one `eth_call` (a state override), so that the called
/// contract sees that sender as its caller.
contract GasProbe {
    error OnlySelf();
    /// @dev How `run` always ends, so that nothing of a call is left for the next one.
    error Ran(bool ok, uint256 gasUsed);

    /// @dev Gas for this contract's own work around a call.
    uint256 private constant RESERVE = 30_000;

    /// @param gasEach the most that each call may use
    /// @return used gas of each call; 0 for one that reverted, or that was not run because less than `gasEach` was left
    function measure(address target, bytes[] calldata calls, uint256 gasEach) external returns (uint256[] memory used) {
        used = new uint256[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            // A call passes on at most 63/64 of what is left, here twice.
            if (gasleft() < gasEach + gasEach / 16 + RESERVE * (calls.length - i)) break;
            // Everything that comes back is of this contract, which bounds it.
            try this.run(target, calls[i], gasEach) {}
            catch (bytes memory ended) {
                if (ended.length != 68 || bytes4(ended) != Ran.selector) continue;
                bool ok;
                uint256 gasUsed;
                assembly ("memory-safe") {
                    ok := mload(add(ended, 36))
                    gasUsed := mload(add(ended, 68))
                }
                if (ok) used[i] = gasUsed;
            }
        }
    }

    /// @dev Without a copy of what the call returns, which the called contract chooses the length of.
    function run(address target, bytes calldata data, uint256 gasEach) external {
        if (msg.sender != address(this)) revert OnlySelf();
        bytes memory copied = data;
        bool ok;
        uint256 before = gasleft();
        assembly ("memory-safe") {
            ok := call(gasEach, target, 0, add(copied, 32), mload(copied), 0, 0)
        }
        revert Ran(ok, before - gasleft());
    }
}
