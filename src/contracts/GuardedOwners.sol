// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title GuardedOwners: owners of what a vault holds may each name a guardian, who can stop what is done with it and nothing else.
///
/// A guardian may pause, one by one or all at once. It cannot unpause, move a token, or change a bound; the owner can undo what it did and
/// name another, or nobody (the zero address). What is paused can always be withdrawn, claimed and cancelled by its owner.
abstract contract GuardedOwners is ReentrancyGuard {
    /// @notice Who may pause what an owner has; zero for nobody.
    mapping(address => address) public guardianOf;
    /// @notice Who has paused all that an owner has, now and later; zero while it is not.
    mapping(address => address) public allPausedBy;

    event GuardianSet(address indexed wallet, address indexed guardian);
    event AllPaused(address indexed wallet, address by);
    event AllUnpaused(address indexed wallet);

    error NotOwnerOrGuardian(address owner, address caller);
    error AllArePaused(address owner, address by);

    /// @notice Names the guardian of all that the caller has here, in place of the one before.
    function setGuardian(address guardian) external nonReentrant {
        guardianOf[msg.sender] = guardian;
        emit GuardianSet(msg.sender, guardian);
    }

    /// @notice Pauses all that `wallet` has here, and what it adds later. By the wallet or its guardian. A second time changes nothing.
    function pauseAll(address wallet) external nonReentrant {
        _requireOwnerOrGuardian(wallet);
        if (allPausedBy[wallet] != address(0)) return;
        allPausedBy[wallet] = msg.sender;
        emit AllPaused(wallet, msg.sender);
    }

    /// @notice Ends `pauseAll` for what the caller has. What was paused by itself stays paused.
    function unpauseAll() external nonReentrant {
        delete allPausedBy[msg.sender];
        emit AllUnpaused(msg.sender);
    }

    function _requireOwnerOrGuardian(address wallet) internal view {
        if (msg.sender != wallet && msg.sender != guardianOf[wallet]) revert NotOwnerOrGuardian(wallet, msg.sender);
    }

    function _requireNotAllPaused(address wallet) internal view {
        address by = allPausedBy[wallet];
        if (by != address(0)) revert AllArePaused(wallet, by);
    }
}
