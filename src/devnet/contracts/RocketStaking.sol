// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev The parts of a rocket that are used.
interface IRocket {
    function transferFrom(address from, address to, uint256 tokenId) external;
    function levelOf(uint256 tokenId) external view returns (uint16);
}

/// @title RocketStaking: keeps rockets for their owners while they are staked, and remembers when they were. It has no admin.
///
/// The service reads this contract and no event: `changesOf` has every change of a rocket's stake with its time. An event only says that
/// there is something to read. Another staking contract works as well if it has `changesOf` and `StakeChanged`.
contract RocketStaking {
    /// @dev The state after a change.
    enum State {
        Unstaked,
        Staked,
        Unstaking
    }

    /// @dev One storage slot. `time` in Unix seconds; `owner` is who may unstake, and whom the rocket goes back to.
    struct Change {
        uint64 time;
        address owner;
        uint16 level;
        State state;
    }

    IRocket public immutable rocket;
    /// @notice Seconds between `requestUnstake` and `withdraw`.
    uint64 public immutable unstakeDelay;
    mapping(uint256 => Change[]) private _changes;

    /// @dev `index` is the change's place in `changesOf`, from 0.
    event StakeChanged(uint256 indexed tokenId, address indexed owner, State state, uint16 level, uint256 index);

    error NotOwner(uint256 tokenId, address caller);
    error WrongState(uint256 tokenId, State state);
    error TooEarly(uint64 time);
    error ZeroAddress();
    error SameLevel(uint256 tokenId, uint16 level);

    constructor(IRocket rocket_, uint64 unstakeDelay_) {
        rocket = rocket_;
        unstakeDelay = unstakeDelay_;
    }

    // ---------------------------------------------------------------- owners

    /// @notice Takes a rocket of the caller, who has approved this contract, and stakes it.
    function stake(uint256 tokenId) external {
        rocket.transferFrom(msg.sender, address(this), tokenId);
        _note(tokenId, msg.sender, _levelOf(tokenId), State.Staked);
    }

    /// @notice Ends the stake. The rocket can be withdrawn after the delay.
    function requestUnstake(uint256 tokenId) external {
        Change memory last = _requireOf(tokenId, State.Staked);
        _note(tokenId, last.owner, last.level, State.Unstaking);
    }

    /// @notice Stakes a rocket again that was not withdrawn yet.
    function cancelUnstake(uint256 tokenId) external {
        Change memory last = _requireOf(tokenId, State.Unstaking);
        _note(tokenId, last.owner, _levelOf(tokenId), State.Staked);
    }

    /// @notice Gives the rocket back.
    function withdraw(uint256 tokenId) external {
        Change memory last = _requireOf(tokenId, State.Unstaking);
        uint64 free = last.time + unstakeDelay;
        if (block.timestamp < free) revert TooEarly(free);
        _note(tokenId, last.owner, last.level, State.Unstaked);
        rocket.transferFrom(address(this), last.owner, tokenId);
    }

    /// @notice Gives a staked rocket to another owner, for whom a new stake begins.
    function transferStake(uint256 tokenId, address to) external {
        _requireOf(tokenId, State.Staked);
        if (to == address(0)) revert ZeroAddress();
        _note(tokenId, to, _levelOf(tokenId), State.Staked);
    }

    // ---------------------------------------------------------------- anybody

    /// @notice Takes over the level of a staked rocket that has changed meanwhile.
    function readLevel(uint256 tokenId) external {
        Change memory last = _last(tokenId);
        if (last.state != State.Staked) revert WrongState(tokenId, last.state);
        uint16 level = _levelOf(tokenId);
        if (level == last.level) revert SameLevel(tokenId, level);
        _note(tokenId, last.owner, level, State.Staked);
    }

    /// @param most how many of the newest changes are returned
    /// @return total the number of all changes
    /// @return newest the newest ones, oldest first
    function changesOf(uint256 tokenId, uint256 most) external view returns (uint256 total, Change[] memory newest) {
        Change[] storage all = _changes[tokenId];
        total = all.length;
        uint256 length = most < total ? most : total;
        newest = new Change[](length);
        for (uint256 i = 0; i < length; i++) newest[i] = all[total - length + i];
    }

    // ---------------------------------------------------------------- inside

    function _requireOf(uint256 tokenId, State state) private view returns (Change memory last) {
        last = _last(tokenId);
        if (last.state != state) revert WrongState(tokenId, last.state);
        if (last.owner != msg.sender) revert NotOwner(tokenId, msg.sender);
    }

    function _last(uint256 tokenId) private view returns (Change memory last) {
        Change[] storage all = _changes[tokenId];
        if (all.length > 0) last = all[all.length - 1];
    }

    function _levelOf(uint256 tokenId) private view returns (uint16) {
        return rocket.levelOf(tokenId);
    }

    function _note(uint256 tokenId, address owner, uint16 level, State state) private {
        _changes[tokenId].push(Change(uint64(block.timestamp), owner, level, state));
        emit StakeChanged(tokenId, owner, state, level, _changes[tokenId].length - 1);
    }
}
