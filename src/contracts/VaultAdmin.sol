// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {DelayedAdmin} from "./DelayedAdmin.sol";

/// @title VaultAdmin: what the admin of a vault names: its executors and its routers.
///
/// To name one takes the delay, to remove one does not.
abstract contract VaultAdmin is DelayedAdmin, ReentrancyGuard {
    mapping(address => bool) public isExecutor;
    mapping(address => bool) public isTargetAllowed;
    mapping(address => bool) public isSpenderAllowed;

    event ExecutorChanged(address indexed executor, bool allowed);
    event TargetAllowed(address indexed target, bool allowed);
    event SpenderAllowed(address indexed spender, bool allowed);

    error NotExecutor(address caller);
    error ZeroAddress();
    error NotARouter(address account);

    modifier onlyExecutor() {
        if (!isExecutor[msg.sender]) revert NotExecutor(msg.sender);
        _;
    }

    function setExecutor(address executor, bool allowed) external onlyOwner {
        if (allowed) _requireAnnounced();
        if (executor == address(0)) revert ZeroAddress();
        isExecutor[executor] = allowed;
        emit ExecutorChanged(executor, allowed);
    }

    function setTargetAllowed(address target, bool allowed) external onlyOwner {
        if (allowed) _requireNewRouter(target);
        isTargetAllowed[target] = allowed;
        emit TargetAllowed(target, allowed);
    }

    function setSpenderAllowed(address spender, bool allowed) external onlyOwner {
        if (allowed) _requireNewRouter(spender);
        isSpenderAllowed[spender] = allowed;
        emit SpenderAllowed(spender, allowed);
    }

    /// @dev A token as a "router" would let calldata move the vault's balances directly. Refused when it is listed.
    function _requireNewRouter(address account) private {
        _requireAnnounced();
        if (account == address(this) || account.code.length == 0) revert NotARouter(account);
        (bool ok, bytes memory data) = account.staticcall(abi.encodeCall(IERC20.balanceOf, (address(this))));
        if (ok && data.length >= 32) revert NotARouter(account);
    }
}
