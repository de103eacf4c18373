// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Batches} from "./Batches.sol";
import {DelayedAdmin} from "./DelayedAdmin.sol";
import {GuardedOwners} from "./GuardedOwners.sol";
import {PriceBounds} from "./PriceBounds.sol";
import {VaultAdmin} from "./VaultAdmin.sol";

/// @title DcaVault: holds a wallet's budget and buys with it, one order at a time, on the schedule that the wallet set.
///
/// Who may do what:
/// - A position's owner creates it, switches its two flags, bounds its price, pauses it, claims what was bought, and cancels it at any
///   time, also while it is paused.
/// - A guardian that the owner named pauses the owner's positions, and can do nothing else.
/// - An executor chooses the route of a due order. It cannot choose its size, its time, its tokens or its receiver.
/// - The admin names the executors and the routers, each after a delay (see DelayedAdmin). It has no function that moves a token.
/// What remains trusted: an executor's `amountOutMin`, as far as the owner sets no price bound. A dishonest executor together with an
/// allow-listed router could fill each due order at a bad price; it can touch neither later orders nor anything already bought.
/// A price bound holds every order to the owner's price. Nothing else of a position's terms ever changes, its fee included.
///
/// The schedule: slots `interval / frequency` apart, counted from the deposit. Each order takes a slot, none runs before its slot, and no
/// slot is taken twice, so that orders never come faster than the schedule, whoever runs them. A late order does not push the next one:
/// that keeps its slot, but stays half the spacing away. Slots that went by without an order are left out, never made up for in a burst.
///
/// Accounting is per position; balances of the vault itself are only ever compared before and after a call.
contract DcaVault is VaultAdmin, GuardedOwners, Batches {
    using SafeERC20 for IERC20;
    using PriceBounds for PriceBounds.Bound;

    enum Status {
        None,
        Active,
        Completed,
        Cancelled
    }

    struct Position {
        address fromToken;
        uint32 frequency;
        uint32 processed;
        Status status;
        bool isAutoBuy;
        bool autoClaim;
        address toToken;
        uint40 lastOrderTime;
        uint40 nextOrderTime;
        uint16 feeBps;
        uint40 depositTime;
        uint40 interval;
        uint256 amount;
        uint256 spent;
        uint256 received;
        uint256 claimable;
    }

    struct Key {
        address wallet;
        uint32 positionId;
    }

    /// @dev All amounts in base units, all times in seconds. `nextOrderTime` and `nextOrderAmount` are 0 unless the position is Active.
    struct PositionView {
        address wallet;
        uint32 positionId;
        address fromToken;
        address toToken;
        uint256 amount;
        uint32 frequency;
        uint40 interval;
        uint32 processed;
        uint256 spent;
        uint256 received;
        uint256 claimable;
        Status status;
        bool isAutoBuy;
        bool autoClaim;
        uint40 depositTime;
        uint40 lastOrderTime;
        uint40 nextOrderTime;
        uint256 nextOrderAmount;
    }

    /// @dev `pausedBy` paused this position, `allPausedBy` all of its owner's; zero while nobody did.
    struct PositionGuard {
        address guardian;
        address pausedBy;
        address allPausedBy;
        PriceBounds.Bound priceBound;
    }

    /// @dev `orderIndex` counts from 0 and must equal the number of orders processed. `gasLimit` is what the order may use.
    struct Item {
        address wallet;
        uint32 positionId;
        uint32 orderIndex;
        address target;
        address spender;
        bytes data;
        uint256 amountOutMin;
        uint256 gasLimit;
    }

    uint256 public constant VERSION = 2;
    /// @notice Gas that one automatic pay-out may use.
    uint256 public constant CLAIM_GAS = 150_000;
    /// @notice Gas kept beside an item's own limit: its pay-out, its events, the loop.
    uint256 public constant ITEM_RESERVE_GAS = 260_000;
    /// @notice The longest total window: ten years.
    uint40 public constant MAX_INTERVAL = 3650 days;
    /// @notice How long after its slot an order may have to wait to be half the spacing away from the one before it; a slot that would
    /// have to wait longer is left out. As long as the executor takes to come round, so that orders a minute apart run each minute.
    uint40 public constant SLOT_PATIENCE = 1 minutes;

    mapping(address => uint32) public positionCount;
    mapping(address => mapping(uint256 => Position)) private _positions;
    mapping(address => mapping(uint256 => address)) private _pausedBy;
    mapping(address => mapping(uint256 => PriceBounds.Bound)) private _priceBounds;

    /// @dev `amount` is what arrived; `amountRequested` what the owner asked to deposit (they differ for a token with a fee on transfer).
    event PositionCreated(
        address indexed wallet,
        uint32 indexed positionId,
        address fromToken,
        address toToken,
        uint256 amount,
        uint256 amountRequested,
        uint32 frequency,
        uint40 interval,
        bool isAutoBuy,
        bool autoClaim,
        uint40 depositTime
    );
    /// @dev Of a position that pays a fee, with its creation.
    event FeeFixed(address indexed wallet, uint32 indexed positionId, uint16 feeBps);
    /// @dev A part of the order's `amountIn`, before its `OrderExecuted`.
    event FeeTaken(address indexed wallet, uint32 indexed positionId, uint32 orderIndex, address token, uint256 amount);
    event OrderExecuted(
        address indexed wallet,
        uint32 indexed positionId,
        uint32 orderIndex,
        uint256 amountIn,
        uint256 amountOut,
        address fromToken,
        address toToken,
        uint32 processed,
        address target
    );
    event OrderFailed(address indexed wallet, uint32 indexed positionId, uint32 orderIndex, bytes reason);
    event AutoClaimed(address indexed wallet, uint32 indexed positionId, address token, uint256 amount);
    event AutoClaimFailed(address indexed wallet, uint32 indexed positionId, bytes reason);
    event Claimed(address indexed wallet, uint32 indexed positionId, address token, uint256 amount);
    event Cancelled(address indexed wallet, uint32 indexed positionId, uint256 refunded, uint256 paidOut);
    event AutoBuyChanged(address indexed wallet, uint32 indexed positionId, bool isAutoBuy);
    event AutoClaimChanged(address indexed wallet, uint32 indexed positionId, bool autoClaim);

    event PositionPaused(address indexed wallet, uint32 indexed positionId, address by);
    event PositionUnpaused(address indexed wallet, uint32 indexed positionId);
    event PriceBoundSet(
        address indexed wallet,
        uint32 indexed positionId,
        uint256 leastOutX36,
        address pool,
        uint32 window,
        uint16 maxDeviationBps
    );

    error InvalidTokens();
    error InvalidSchedule();
    error AmountTooSmall(uint256 received, uint32 frequency);
    error PositionNotFound(address wallet, uint32 positionId);
    error PositionNotActive(address wallet, uint32 positionId, Status status);
    error AutoBuyOff();
    error PositionIsPaused(address wallet, uint32 positionId, address by);
    error AutoClaimOff();
    error WrongOrderIndex(uint32 given, uint32 expected);
    error TooEarly(uint256 nextOrderTime, uint256 blockTime);
    error RouterNotAllowed(address target, address spender);
    error MinimumOutputRequired();
    error OutputBelowMinimum(uint256 received, uint256 minimum);
    error InputMismatch(uint256 spent, uint256 expected);
    error SwapFailed();
    error NothingToClaim();
    error ClaimExceedsBalance(uint256 asked, uint256 claimable);

    constructor(address admin, bytes32 build) DelayedAdmin(admin, build) {}

    // ---------------------------------------------------------------- owner of a position

    /// @notice Deposits `amount` of `fromToken` (approve it first) to be spent in `frequency` equal orders over `interval` seconds.
    /// @param interval the total window in seconds; orders are due each `interval / frequency`, the first at once
    /// @return positionId unique per wallet, counting from 1
    function createPosition(
        address fromToken,
        address toToken,
        uint256 amount,
        uint32 frequency,
        uint40 interval,
        bool isAutoBuy,
        bool autoClaim
    ) external onlyOpen nonReentrant returns (uint32 positionId) {
        if (fromToken == toToken || fromToken.code.length == 0 || toToken.code.length == 0) revert InvalidTokens();
        if (frequency == 0 || interval < frequency || interval > MAX_INTERVAL) revert InvalidSchedule();

        uint256 received = _pull(IERC20(fromToken), amount);
        if (received < frequency) revert AmountTooSmall(received, frequency);

        positionId = ++positionCount[msg.sender];
        Position storage p = _positions[msg.sender][positionId];
        p.fromToken = fromToken;
        p.toToken = toToken;
        p.frequency = frequency;
        p.interval = interval;
        p.status = Status.Active;
        p.isAutoBuy = isAutoBuy;
        p.autoClaim = autoClaim;
        p.depositTime = uint40(block.timestamp);
        p.nextOrderTime = p.depositTime;
        p.amount = received;
        _emitCreated(p, positionId, amount);
        uint16 bps = feeBps;
        if (bps == 0) return positionId;
        p.feeBps = bps;
        emit FeeFixed(msg.sender, positionId, bps);
    }

    function setAutoBuy(uint32 positionId, bool isAutoBuy) external nonReentrant {
        _active(msg.sender, positionId).isAutoBuy = isAutoBuy;
        emit AutoBuyChanged(msg.sender, positionId, isAutoBuy);
    }

    function setAutoClaim(uint32 positionId, bool autoClaim) external nonReentrant {
        _existing(msg.sender, positionId).autoClaim = autoClaim;
        emit AutoClaimChanged(msg.sender, positionId, autoClaim);
    }

    /// @notice Stops the orders of a position. By its owner or the owner's guardian. A second time changes nothing.
    function pausePosition(address wallet, uint32 positionId) external nonReentrant {
        _existing(wallet, positionId);
        _requireOwnerOrGuardian(wallet);
        if (_pausedBy[wallet][positionId] != address(0)) return;
        _pausedBy[wallet][positionId] = msg.sender;
        emit PositionPaused(wallet, positionId, msg.sender);
    }

    /// @notice Ends `pausePosition`. Where all of the owner's positions are paused, this one stays so.
    function unpausePosition(uint32 positionId) external nonReentrant {
        _existing(msg.sender, positionId);
        delete _pausedBy[msg.sender][positionId];
        emit PositionUnpaused(msg.sender, positionId);
    }

    /// @notice Sets what every order of the position must bring at least, in place of what was set before; all zero for no bound.
    function setPriceBound(uint32 positionId, PriceBounds.Bound calldata bound) external nonReentrant {
        Position storage p = _existing(msg.sender, positionId);
        _priceBounds[msg.sender][positionId].set(bound, p.fromToken, p.toToken);
        emit PriceBoundSet(
            msg.sender, positionId, bound.leastOutX36, bound.pool, bound.window, bound.maxDeviationBps
        );
    }

    /// @notice Pays `amount` of what was bought to the owner; the largest uint256 means all of it.
    function claim(uint32 positionId, uint256 amount) external nonReentrant {
        Position storage p = _existing(msg.sender, positionId);
        uint256 claimable = p.claimable;
        if (amount == type(uint256).max) amount = claimable;
        if (amount > claimable) revert ClaimExceedsBalance(amount, claimable);
        if (amount == 0) revert NothingToClaim();
        p.claimable = claimable - amount;
        IERC20(p.toToken).safeTransfer(msg.sender, amount);
        emit Claimed(msg.sender, positionId, p.toToken, amount);
    }

    /// @notice Ends the position: refunds what is unspent and pays what was bought and not claimed.
    /// @dev If the bought token refuses the pay-out it stays claimable: a bad token must not keep the refund. If the balance of the spent
    /// token fell by itself (one that rebases), what is left of it is paid: an owner must always get out.
    function cancel(uint32 positionId) external nonReentrant {
        Position storage p = _active(msg.sender, positionId);
        p.status = Status.Cancelled;
        uint256 refund = p.amount - p.spent;
        if (refund > 0) refund = _refund(IERC20(p.fromToken), refund);
        uint256 paidOut = p.claimable;
        if (paidOut > 0) {
            try this.payOut(msg.sender, positionId) {}
            catch {
                paidOut = 0;
            }
        }
        emit Cancelled(msg.sender, positionId, refund, paidOut);
    }

    // ---------------------------------------------------------------- executor

    /// @notice Runs the items' orders. An item that fails emits `OrderFailed` and leaves the others alone.
    /// @dev Reverts as a whole, with nothing done, if the gas left does not cover an item's limit and the reserve: an item must
    /// never fail because the batch was sent with too little gas. Send at least
    /// sum(gasLimit * 64 / 63 + ITEM_RESERVE_GAS) + 21000 + calldata.
    function execute(Item[] calldata items, uint256 deadline) external onlyExecutor nonReentrant beforeDeadline(deadline) {
        _requireBatch(items.length);
        for (uint256 i = 0; i < items.length; ++i) {
            Item calldata item = items[i];
            _requireGas(item.gasLimit, ITEM_RESERVE_GAS);
            (bool ok, bytes memory reason) = _call(address(this), item.gasLimit, abi.encodeCall(this.executeOrder, (item)));
            if (!ok) {
                emit OrderFailed(item.wallet, item.positionId, item.orderIndex, reason);
            } else if (_positions[item.wallet][item.positionId].autoClaim) {
                _tryPayOut(item.wallet, item.positionId);
            }
        }
    }

    /// @notice One order that reverts with its own error instead of emitting `OrderFailed`: meant for `eth_call` and
    /// `eth_estimateGas`, whose answers over a batch say nothing of its items. `item.gasLimit` is not used.
    /// @return amountOut what the vault received, in base units of the bought token
    function executeStrict(Item calldata item, uint256 deadline)
        external
        onlyExecutor
        nonReentrant
        beforeDeadline(deadline)
        returns (uint256 amountOut)
    {
        amountOut = this.executeOrder(item);
        if (_positions[item.wallet][item.positionId].autoClaim) _tryPayOut(item.wallet, item.positionId);
    }

    /// @notice Pays what was bought to the owners of positions that have auto-claim on.
    function processAutoClaims(Key[] calldata keys, uint256 deadline)
        external
        onlyExecutor
        nonReentrant
        beforeDeadline(deadline)
    {
        _requireBatch(keys.length);
        for (uint256 i = 0; i < keys.length; ++i) {
            Key calldata key = keys[i];
            _requireGas(0, ITEM_RESERVE_GAS);
            if (!_positions[key.wallet][key.positionId].autoClaim) {
                emit AutoClaimFailed(key.wallet, key.positionId, abi.encodeWithSelector(AutoClaimOff.selector));
            } else {
                _tryPayOut(key.wallet, key.positionId);
            }
        }
    }

    // ---------------------------------------------------------------- steps that may fail on their own

    /// @dev Only the vault calls this, inside a call whose failure undoes all of it.
    function executeOrder(Item calldata item) external onlySelf returns (uint256 amountOut) {
        Position storage p = _active(item.wallet, item.positionId);
        if (!p.isAutoBuy) revert AutoBuyOff();
        _requireNotPaused(item.wallet, item.positionId);
        if (item.orderIndex != p.processed) revert WrongOrderIndex(item.orderIndex, p.processed);
        if (block.timestamp < p.nextOrderTime) revert TooEarly(p.nextOrderTime, block.timestamp);
        if (item.amountOutMin == 0) revert MinimumOutputRequired();
        _requireAllowed(item, p);

        uint256 amountIn = _nextOrderAmount(p);
        p.processed = item.orderIndex + 1;
        p.nextOrderTime = _orderTimeAfterThis(p);
        p.lastOrderTime = uint40(block.timestamp);
        p.spent += amountIn;
        if (p.processed == p.frequency) p.status = Status.Completed;

        amountOut = _boundSwap(item, p, amountIn);

        p.received += amountOut;
        p.claimable += amountOut;
        emit OrderExecuted(
            item.wallet,
            item.positionId,
            item.orderIndex,
            amountIn,
            amountOut,
            p.fromToken,
            p.toToken,
            p.processed,
            item.target
        );
    }

    /// @dev Only the vault calls this. Pays everything claimable to the position's owner, nobody else.
    function payOut(address wallet, uint32 positionId) external onlySelf {
        Position storage p = _existing(wallet, positionId);
        uint256 amount = p.claimable;
        if (amount == 0) revert NothingToClaim();
        p.claimable = 0;
        IERC20(p.toToken).safeTransfer(wallet, amount);
    }

    // ---------------------------------------------------------------- views

    /// @notice One position; `status` is None if there is none.
    function position(address wallet, uint32 positionId) external view returns (PositionView memory) {
        return _view(wallet, positionId);
    }

    /// @notice Many positions in one call, in the order asked for. Calls no token, so a hostile one cannot break it.
    function positions(Key[] calldata keys) external view returns (PositionView[] memory views) {
        views = new PositionView[](keys.length);
        for (uint256 i = 0; i < keys.length; ++i) {
            views[i] = _view(keys[i].wallet, keys[i].positionId);
        }
    }

    /// @notice Up to `limit` positions of a wallet, from `firstId` (ids count from 1).
    function positionsOf(address wallet, uint32 firstId, uint32 limit) external view returns (PositionView[] memory views) {
        uint256 first = firstId == 0 ? 1 : firstId;
        uint256 count = positionCount[wallet];
        uint256 length = first > count ? 0 : count - first + 1;
        if (length > limit) length = limit;
        views = new PositionView[](length);
        for (uint256 i = 0; i < length; ++i) {
            views[i] = _view(wallet, uint32(first + i));
        }
    }

    /// @notice What positions pay of what they spend, in hundredths of a percent, in the order asked for.
    function positionFees(Key[] calldata keys) external view returns (uint256[] memory fees) {
        fees = new uint256[](keys.length);
        for (uint256 i = 0; i < keys.length; ++i) {
            fees[i] = _positions[keys[i].wallet][keys[i].positionId].feeBps;
        }
    }

    /// @notice Who may pause positions and who has, and their price bounds, in the order asked for.
    function positionGuards(Key[] calldata keys) external view returns (PositionGuard[] memory guards) {
        guards = new PositionGuard[](keys.length);
        for (uint256 i = 0; i < keys.length; ++i) {
            (address wallet, uint32 positionId) = (keys[i].wallet, keys[i].positionId);
            guards[i] = PositionGuard({
                guardian: guardianOf[wallet],
                pausedBy: _pausedBy[wallet][positionId],
                allPausedBy: allPausedBy[wallet],
                priceBound: _priceBounds[wallet][positionId]
            });
        }
    }

    // ---------------------------------------------------------------- inside

    function _requireAllowed(Item calldata item, Position storage p) private view {
        bool allowed = isTargetAllowed[item.target] && isSpenderAllowed[item.spender];
        if (!allowed || item.target == p.fromToken || item.target == p.toToken) {
            revert RouterNotAllowed(item.target, item.spender);
        }
    }

    function _pull(IERC20 token, uint256 amount) private returns (uint256) {
        uint256 before = _balance(token);
        token.safeTransferFrom(msg.sender, address(this), amount);
        return _balance(token) - before;
    }

    function _requireNotPaused(address wallet, uint32 positionId) private view {
        address by = _pausedBy[wallet][positionId];
        if (by != address(0)) revert PositionIsPaused(wallet, positionId, by);
        _requireNotAllPaused(wallet);
    }

    /// @dev The bounds count for all that is spent, the fee included.
    function _boundSwap(Item calldata item, Position storage p, uint256 amountIn) private returns (uint256 amountOut) {
        (address from, address to) = (p.fromToken, p.toToken);
        PriceBounds.Bound storage bound = _priceBounds[item.wallet][item.positionId];
        (uint256 byLimit, uint256 byAverage) = bound.required(from, to, amountIn);
        uint256 fee = (amountIn * p.feeBps) / ALL_BPS;
        amountOut = _swap(item, IERC20(from), IERC20(to), amountIn - fee, fee);
        PriceBounds.requireMet(amountOut, byLimit, byAverage);
    }

    function _swap(Item calldata item, IERC20 from, IERC20 to, uint256 amountIn, uint256 fee) private returns (uint256 amountOut) {
        uint256 fromBefore = _balance(from);
        uint256 toBefore = _balance(to);
        uint256 expected = amountIn + _payFee(from, fee);
        from.forceApprove(item.spender, amountIn);

        (bool ok, bytes memory reason) = _call(item.target, gasleft(), item.data);
        if (!ok) {
            if (reason.length == 0) revert SwapFailed();
            _revertWith(reason);
        }
        if (from.allowance(address(this), item.spender) != 0) from.forceApprove(item.spender, 0);

        uint256 fromAfter = _balance(from);
        uint256 spent = fromAfter > fromBefore ? 0 : fromBefore - fromAfter;
        if (spent != expected) revert InputMismatch(spent, expected);
        if (fee > 0) emit FeeTaken(item.wallet, item.positionId, item.orderIndex, address(from), fee);
        uint256 toAfter = _balance(to);
        amountOut = toAfter > toBefore ? toAfter - toBefore : 0;
        if (amountOut < item.amountOutMin) revert OutputBelowMinimum(amountOut, item.amountOutMin);
    }

    /// @return paid all of it, or what the vault has where that is less
    function _refund(IERC20 token, uint256 amount) private returns (uint256 paid) {
        if (token.trySafeTransfer(msg.sender, amount)) return amount;
        paid = _balance(token);
        // Where there is enough it was refused for another reason, which this tells.
        if (paid > amount) paid = amount;
        if (paid > 0) token.safeTransfer(msg.sender, paid);
    }

    function _tryPayOut(address wallet, uint32 positionId) private {
        Position storage p = _positions[wallet][positionId];
        uint256 amount = p.claimable;
        (bool ok, bytes memory reason) = _call(address(this), CLAIM_GAS, abi.encodeCall(this.payOut, (wallet, positionId)));
        if (ok) emit AutoClaimed(wallet, positionId, p.toToken, amount);
        else emit AutoClaimFailed(wallet, positionId, reason);
    }

    function _existing(address wallet, uint32 positionId) private view returns (Position storage p) {
        p = _positions[wallet][positionId];
        if (p.status == Status.None) revert PositionNotFound(wallet, positionId);
    }

    function _active(address wallet, uint32 positionId) private view returns (Position storage p) {
        p = _existing(wallet, positionId);
        if (p.status != Status.Active) revert PositionNotActive(wallet, positionId, p.status);
    }

    /// @dev When the order after one that runs now is due: at the first slot after the one that this order takes which lets it be half the
    /// spacing away from now, within `SLOT_PATIENCE`.
    function _orderTimeAfterThis(Position storage p) private view returns (uint40) {
        uint256 spacing = p.interval / p.frequency;
        uint256 earliest = block.timestamp + (spacing + 1) / 2;
        uint256 patience = spacing < SLOT_PATIENCE ? spacing : SLOT_PATIENCE;
        uint256 slot = _slotAt(p, p.nextOrderTime) + 1;
        if (earliest >= p.depositTime + patience) {
            uint256 first = _slotAt(p, earliest - patience) + 1;
            if (first > slot) slot = first;
        }
        uint256 time = p.depositTime + (slot * p.interval) / p.frequency;
        return uint40(time > earliest ? time : earliest);
    }

    /// @dev The slot that began last, at a time from the deposit on: slot `n` begins at `depositTime + n * interval / frequency`.
    function _slotAt(Position storage p, uint256 time) private view returns (uint256) {
        return ((time - p.depositTime + 1) * p.frequency - 1) / p.interval;
    }

    /// @dev The last order takes the remainder of the division, so that no dust is left.
    function _nextOrderAmount(Position storage p) private view returns (uint256) {
        return p.processed + 1 == p.frequency ? p.amount - p.spent : p.amount / p.frequency;
    }

    function _emitCreated(Position storage p, uint32 positionId, uint256 amountRequested) private {
        emit PositionCreated(
            msg.sender,
            positionId,
            p.fromToken,
            p.toToken,
            p.amount,
            amountRequested,
            p.frequency,
            p.interval,
            p.isAutoBuy,
            p.autoClaim,
            p.depositTime
        );
    }

    function _view(address wallet, uint32 positionId) private view returns (PositionView memory v) {
        Position storage p = _positions[wallet][positionId];
        v.wallet = wallet;
        v.positionId = positionId;
        v.fromToken = p.fromToken;
        v.toToken = p.toToken;
        v.amount = p.amount;
        v.frequency = p.frequency;
        v.interval = p.interval;
        v.processed = p.processed;
        v.spent = p.spent;
        v.received = p.received;
        v.claimable = p.claimable;
        v.status = p.status;
        v.isAutoBuy = p.isAutoBuy;
        v.autoClaim = p.autoClaim;
        v.depositTime = p.depositTime;
        v.lastOrderTime = p.lastOrderTime;
        if (p.status == Status.Active) {
            v.nextOrderTime = p.nextOrderTime;
            v.nextOrderAmount = _nextOrderAmount(p);
        }
    }
}
