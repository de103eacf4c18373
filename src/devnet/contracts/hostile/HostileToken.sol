// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title HostileToken: an ERC-20 that calls back into a contract of its choice on every transfer, and may refuse a receiver.
/// Tests only. Anyone may mint.
contract HostileToken is ERC20("Hostile", "HOST") {
    address public hookTarget;
    bytes public hookData;
    uint256 public hookCalls;
    uint256 public hookSuccesses;
    bytes public lastHookReason;
    address public refused;

    error ReceiverRefused(address receiver);

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setHook(address target, bytes calldata data) external {
        hookTarget = target;
        hookData = data;
    }

    function setRefused(address receiver) external {
        refused = receiver;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (to == refused && to != address(0)) revert ReceiverRefused(to);
        if (hookTarget != address(0)) {
            (bool ok, bytes memory reason) = hookTarget.call(hookData);
            hookCalls += 1;
            if (ok) hookSuccesses += 1;
            else lastHookReason = reason;
        }
        super._update(from, to, value);
    }
}
