// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {DelayedAdmin} from "./DelayedAdmin.sol";

/// @title VaultAdmin: what the admin of a vault names: its executors, its routers, and the fee with the treasury that gets it.
///
/// To name one, or to raise the fee, takes the delay; to remove one, or to lower the fee, does not.
abstract contract VaultAdmin is DelayedAdmin, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The highest fee: 1 %.
    uint16 public constant MAX_FEE_BPS = 100;
    uint256 internal constant ALL_BPS = 10_000;

    /// @notice Who gets the fees.
    address public treasury;
    /// @notice Share of what is spent that positions or agents pay which are made from now on, in hundredths of a percent.
    uint16 public feeBps;
    /// @notice Fees that a token did not let the treasury have when they were taken, in base units. `payFees` pays them.
    mapping(address => uint256) public unpaidFees;
    mapping(address => bool) public isExecutor;
    mapping(address => bool) public isTargetAllowed;
    mapping(address => bool) public isSpenderAllowed;

    event ExecutorChanged(address indexed executor, bool allowed);
    event TargetAllowed(address indexed target, bool allowed);
    event SpenderAllowed(address indexed spender, bool allowed);

    event TreasuryChanged(address indexed treasury);
    event FeeChanged(uint16 feeBps);
    event FeesPaid(address indexed token, uint256 amount);

    error InvalidTreasury(address treasury);
    error FeeTooHigh(uint16 given, uint16 maximum);
    error NotExecutor(address caller);
    error ZeroAddress();
    error NotARouter(address account);

    modifier onlyExecutor() {
        _requireExecutor();
        _;
    }

    function setExecutor(address executor, bool allowed) external onlyOwner {
        if (executor == address(0)) revert ZeroAddress();
        _set(isExecutor, executor, allowed);
        emit ExecutorChanged(executor, allowed);
    }

    function setTargetAllowed(address target, bool allowed) external onlyOwner {
        if (allowed) _requireRouter(target);
        _set(isTargetAllowed, target, allowed);
        emit TargetAllowed(target, allowed);
    }

    function setSpenderAllowed(address spender, bool allowed) external onlyOwner {
        if (allowed) _requireRouter(spender);
        _set(isSpenderAllowed, spender, allowed);
        emit SpenderAllowed(spender, allowed);
    }

    function setTreasury(address newTreasury) external onlyOwner {
        _requireAnnounced();
        if (newTreasury == address(0) || newTreasury == address(this)) revert InvalidTreasury(newTreasury);
        treasury = newTreasury;
        emit TreasuryChanged(newTreasury);
    }

    /// @notice Sets the fee of positions or agents that are made from now on.
    function setFee(uint16 newFeeBps) external onlyOwner {
        if (newFeeBps > feeBps) _requireAnnounced();
        if (newFeeBps > MAX_FEE_BPS) revert FeeTooHigh(newFeeBps, MAX_FEE_BPS);
        if (newFeeBps > 0 && treasury == address(0)) revert InvalidTreasury(address(0));
        feeBps = newFeeBps;
        emit FeeChanged(newFeeBps);
    }

    /// @notice Pays the treasury what a token did not let it have before. Anybody may call it.
    function payFees(address token) external nonReentrant {
        uint256 amount = unpaidFees[token];
        delete unpaidFees[token];
        IERC20(token).safeTransfer(treasury, amount);
        emit FeesPaid(token, amount);
    }

    function _balance(IERC20 token) internal view returns (uint256) {
        return token.balanceOf(address(this));
    }

    /// @dev A treasury that a token refuses to pay must not stop an order: its fee stays here for it.
    /// @return paid what left the vault
    function _payFee(IERC20 token, uint256 fee) internal returns (uint256 paid) {
        if (fee == 0) return 0;
        if (token.trySafeTransfer(treasury, fee)) return fee;
        unpaidFees[address(token)] += fee;
    }

    function _set(mapping(address => bool) storage list, address account, bool allowed) private {
        if (allowed) _requireAnnounced();
        list[account] = allowed;
    }

    function _requireExecutor() private view {
        if (!isExecutor[msg.sender]) revert NotExecutor(msg.sender);
    }

    /// @dev A token as a "router" would let calldata move the vault's balances directly. Refused when it is listed.
    function _requireRouter(address account) private view {
        if (account == address(this) || account.code.length == 0) revert NotARouter(account);
        (bool ok, bytes memory data) = account.staticcall(abi.encodeCall(IERC20.balanceOf, (address(this))));
        if (ok && data.length >= 32) revert NotARouter(account);
    }
}
