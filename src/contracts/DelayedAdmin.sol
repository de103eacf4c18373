// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title DelayedAdmin: an admin whose changes wallets can see before they count.
///
/// What could hurt a wallet (a new role, a new router, a higher fee, another admin, another delay) is announced first, with the exact call
/// in an event, and can be made `allowDelaySeconds` later, within `CHANGE_WINDOW`. What can only stop something is done at once.
/// Announcements end with the admin who made them, and with the delay under which they were made.
///
/// Until `open` there is no delay, and nothing that wallets could use: so nobody is inside while the admin sets the contract up.
abstract contract DelayedAdmin is Ownable2Step {
    /// @dev The longest delay.
    uint32 private constant MAX_DELAY = 30 days;
    /// @dev How long an announced change can be made, from its time on: a forgotten one must not be of use years later.
    uint32 private constant CHANGE_WINDOW = 14 days;

    /// @notice Whether wallets can use the contract. Once open, it stays so.
    bool public isOpen;
    /// @notice How long before a change it has to be announced, in seconds; 0: changes need no announcement.
    uint32 public allowDelaySeconds;
    uint32 private _round;
    /// @notice Hash of the sources and the compiler settings that this contract was built from.
    /// @dev Not immutable, so that the code on chain is byte for byte what the compiler made.
    bytes32 public buildHash;
    mapping(uint32 => mapping(bytes32 => uint256)) private _announced;

    event Opened();
    event AllowDelayChanged(uint32 allowDelaySeconds);
    /// @dev `call` is the calldata, `id` its hash. It can be made from `effectiveTime` to `expiryTime`.
    event ChangeAnnounced(bytes32 indexed id, bytes call, uint256 effectiveTime, uint256 expiryTime);
    event AnnouncementCancelled(bytes32 indexed id);

    error NotOpen();
    error IsOpen();
    error DelayTooLong(uint32 given, uint32 maximum);
    error NotAnnounced(bytes32 id);
    error TooEarlyForChange(uint256 effectiveTime, uint256 blockTime);
    error AnnouncementExpired(uint256 expiryTime, uint256 blockTime);
    error CannotRenounce();
    error ChangeFailed(uint256 index);

    modifier onlyOpen() {
        _requireOpen();
        _;
    }

    constructor(address admin, bytes32 build) Ownable(admin) {
        buildHash = build;
    }

    /// @notice Ends the set-up: from now on wallets can use the contract, and the delay counts.
    function open(uint32 delay) external onlyOwner {
        if (isOpen) revert IsOpen();
        isOpen = true;
        _setAllowDelay(delay);
        emit Opened();
    }

    /// @notice Announces changes: each is the calldata of a call that the admin will make. Announced again, its time starts again.
    function announce(bytes[] calldata calls) external onlyOwner onlyOpen {
        uint256 effectiveTime = block.timestamp + allowDelaySeconds;
        for (uint256 i = 0; i < calls.length; ++i) {
            bytes32 id = keccak256(calls[i]);
            _announced[_round][id] = effectiveTime;
            emit ChangeAnnounced(id, calls[i], effectiveTime, effectiveTime + CHANGE_WINDOW);
        }
    }

    function cancelAnnouncements(bytes32[] calldata ids) external onlyOwner {
        for (uint256 i = 0; i < ids.length; ++i) {
            delete _announced[_round][ids[i]];
            emit AnnouncementCancelled(ids[i]);
        }
    }

    /// @notice Makes several of the admin's calls, all of them or none.
    function changeAll(bytes[] calldata calls) external onlyOwner {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = address(this).delegatecall(calls[i]);
            if (ok) continue;
            if (reason.length == 0) revert ChangeFailed(i);
            _revertWith(reason);
        }
    }

    /// @notice Changes the delay, after the one that holds until then.
    function setAllowDelay(uint32 delay) external onlyOwner {
        _requireAnnounced();
        _setAllowDelay(delay);
    }

    /// @notice Proposes another admin, who has to accept; the zero address takes a proposal back, at once.
    function transferOwnership(address newOwner) public override onlyOwner {
        if (newOwner != address(0)) _requireAnnounced();
        super.transferOwnership(newOwner);
    }

    /// @notice Never possible: somebody has to be able to take a router off the list.
    function renounceOwnership() public pure override {
        revert CannotRenounce();
    }

    /// @notice From when on an announced call can be made, in Unix seconds; 0 if it is not announced.
    function announcedFor(bytes32 id) external view returns (uint256) {
        return _announced[_round][id];
    }

    function _revertWith(bytes memory reason) internal pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _requireOpen() private view {
        if (!isOpen) revert NotOpen();
    }

    /// @dev Uses up the announcement of the call that is being made.
    function _requireAnnounced() internal {
        if (allowDelaySeconds == 0) return;
        bytes32 id = keccak256(msg.data);
        uint256 effectiveTime = _announced[_round][id];
        if (effectiveTime == 0) revert NotAnnounced(id);
        if (block.timestamp < effectiveTime) revert TooEarlyForChange(effectiveTime, block.timestamp);
        uint256 expiryTime = effectiveTime + CHANGE_WINDOW;
        if (block.timestamp > expiryTime) revert AnnouncementExpired(expiryTime, block.timestamp);
        delete _announced[_round][id];
    }

    function _transferOwnership(address newOwner) internal override {
        ++_round;
        super._transferOwnership(newOwner);
    }

    function _setAllowDelay(uint32 delay) private {
        if (delay > MAX_DELAY) revert DelayTooLong(delay, MAX_DELAY);
        ++_round;
        allowDelaySeconds = delay;
        emit AllowDelayChanged(delay);
    }
}
