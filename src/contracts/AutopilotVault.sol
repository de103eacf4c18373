// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Batches} from "./Batches.sol";
import {DelayedAdmin} from "./DelayedAdmin.sol";
import {GuardedOwners} from "./GuardedOwners.sol";
import {PriceBounds} from "./PriceBounds.sol";
import {VaultAdmin} from "./VaultAdmin.sol";

/// @title AutopilotVault: holds what wallets gave their agents, and trades with it inside the limits that each wallet set.
///
/// Who may do what:
/// - An agent's owner creates it, deposits, changes its policy and its bounds, pauses it, and withdraws any of its tokens at any time,
///   also while it is paused or its policy is over.
/// - A guardian that the owner named pauses the owner's agents, and can do nothing else.
/// - An executor trades for an agent that is active and whose policy is not over: between the budget token and one other token of
///   the agent's allow-list, through listed routers, each trade id once.
/// - The admin names the executors and the routers, each after a delay (see DelayedAdmin). It has no function that moves a token.
///
/// What remains trusted is an executor's choice of trade, route and `amountOutMin`, as far as the owner sets no bounds of its own. The
/// worst that a dishonest executor can do to an agent without them is to trade it at a ruinous price, which may be one base unit for the
/// whole input while the route pays somebody else: buys of up to `maxPerDay` within any 24 hours, at most `maxTradesPerDay` of them and
/// each of at most `maxPerTrade`, and sells of all that the agent holds but its budget token, at once. A price bound holds each trade of
/// its direction to the owner's price, a sell cap bounds what is sold of a token in 24 hours. Pausing or withdrawing ends it.
/// What it cannot do: withdraw, trade a token that is not on the agent's list, trade without the budget token on one side, spend more
/// of the budget than the limits say, trade for an agent that is paused or over, repeat a trade, call what the admin did not list, or
/// touch another agent's tokens: a router has an allowance for the input of the trade alone, and only while it runs.
///
/// Accounting is per agent and token; balances of the vault itself are only ever compared before and after a call. A token whose
/// balances change by themselves (rebasing), or which takes more from the sender than it was told to, is only as good as itself: the
/// agents that hold that token share the loss, and no others.
contract AutopilotVault is VaultAdmin, GuardedOwners, Batches {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;
    using PriceBounds for PriceBounds.Bound;

    /// @dev Amounts in base units of the budget token, `expiry` in unix seconds: the last second in which a trade may run.
    struct Limits {
        uint256 maxPerTrade;
        uint256 maxPerDay;
        uint32 maxTradesPerDay;
        uint64 expiry;
    }

    struct Trade {
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint256 amountOutMin;
        address target;
        address spender;
        bytes data;
    }

    /// @dev One trade of a batch. `gasLimit` is what it may use.
    struct TradeItem {
        uint256 agentId;
        bytes32 tradeId;
        Trade trade;
        bytes32 policyHash;
        uint256 gasLimit;
    }

    /// @dev `isListed`: it is in the agent's `tokens`, because it is allowed or because some of it is still held.
    struct Holding {
        uint240 balance;
        bool isAllowed;
        bool isListed;
    }

    /// @dev `spentBefore` is the sum of all buys before this one, so that a window's sum is one subtraction.
    struct Buy {
        uint40 time;
        uint216 spentBefore;
    }

    /// @dev Sells of one token in an agent that caps them. Those of an hour are one entry of the ring, `soldBefore` the sum of all before
    /// it. 26 entries hold all of the last 25 hours, which is how long the first sell of an hour counts.
    struct SellCap {
        uint256 maxPerDay;
        uint216 sold;
        uint32 entries;
        SellHour[26] ring;
    }

    struct SellHour {
        uint40 time;
        uint216 soldBefore;
    }

    struct Agent {
        address owner;
        uint64 expiry;
        uint16 maxTradesPerDay;
        bool active;
        uint8 feeBps;
        address budgetToken;
        uint64 sells;
        uint32 buys;
        bytes32 policyHash;
        uint256 maxPerTrade;
        uint256 maxPerDay;
        uint216 spent;
        address[] tokens;
        mapping(address => Holding) holdings;
        Buy[200] ring;
        address pausedBy;
        // By the token that is given and the one that is got.
        mapping(address => mapping(address => PriceBounds.Bound)) priceBounds;
        mapping(address => SellCap) sellCaps;
    }

    /// @dev `pausedBy` paused this agent, `allPausedBy` all of its owner's; zero while nobody did.
    struct AgentGuard {
        uint256 agentId;
        address guardian;
        address pausedBy;
        address allPausedBy;
    }

    /// @dev `buy`: from the budget token to `token`; `sell`: back. `maxSellPerDay` 0: no cap, and nothing is counted. `soldToday` counts
    /// each sell for 24 to 25 hours; `freesAt` is when the oldest of them ends to count, 0 for none.
    struct TokenBounds {
        address token;
        PriceBounds.Bound buy;
        PriceBounds.Bound sell;
        uint256 maxSellPerDay;
        uint256 soldToday;
        uint256 freesAt;
    }

    /// @dev `owner` is zero if there is no such agent. `spentToday`, `tradesToday` and `dayStart` (time of the oldest, 0 for none) are
    /// of the buys of the 24 hours before `blockTime`. `tokens` are those allowed and those still held.
    struct AgentView {
        uint256 agentId;
        address owner;
        address budgetToken;
        bytes32 policyHash;
        bool active;
        Limits limits;
        uint256 spentToday;
        uint256 tradesToday;
        uint256 dayStart;
        uint256 sells;
        uint256 blockTime;
        address[] tokens;
        uint256[] balances;
        bool[] isAllowed;
    }

    uint256 public constant VERSION = 2;
    /// @notice The most tokens on an agent's allow-list.
    uint256 public constant MAX_ALLOW_TOKENS = 20;
    /// @notice The most tokens that an agent has in all: those allowed, and those no longer allowed of which it still holds some. It
    /// bounds what reading an agent costs.
    uint256 public constant MAX_TOKENS = 40;
    /// @notice The largest `maxTradesPerDay`, and the length of each agent's ring of buys. The ring has this length whatever the limit,
    /// so that it always holds all buys of the last 24 hours and an update of the limits has nothing to move.
    uint256 public constant MAX_TRADES_PER_DAY = 200;
    /// @notice Gas kept beside an item's own limit: its event, the loop.
    uint256 public constant ITEM_RESERVE_GAS = 60_000;

    uint256 public agentCount;
    /// @notice Whether a trade of this id was executed.
    mapping(bytes32 => bool) public hasTrade;
    mapping(uint256 => Agent) private _agents;

    /// @dev `depositAmount` is what arrived: less than what was asked for, for a token with a fee on transfer.
    event AgentCreated(
        uint256 indexed agentId,
        address indexed wallet,
        bytes32 policyHash,
        address budgetToken,
        uint256 maxPerTrade,
        uint256 maxPerDay,
        uint32 maxTradesPerDay,
        uint64 expiry,
        uint256 depositAmount
    );
    event PolicyUpdated(
        uint256 indexed agentId,
        bytes32 policyHash,
        uint256 maxPerTrade,
        uint256 maxPerDay,
        uint32 maxTradesPerDay,
        uint64 expiry
    );
    event ActiveChanged(uint256 indexed agentId, bool active);
    event AgentPaused(uint256 indexed agentId, address by);
    event AgentUnpaused(uint256 indexed agentId);
    event PriceBoundSet(
        uint256 indexed agentId,
        address tokenIn,
        address tokenOut,
        uint256 leastOutX36,
        address pool,
        uint32 window,
        uint16 maxDeviationBps
    );
    event SellCapSet(uint256 indexed agentId, address token, uint256 maxPerDay);
    /// @dev `amount` is what arrived.
    event Deposited(uint256 indexed agentId, address indexed token, uint256 amount);
    event Withdrawn(uint256 indexed agentId, address indexed token, uint256 amount);
    /// @dev Of an agent that pays a fee, with its creation.
    event FeeFixed(uint256 indexed agentId, uint16 feeBps);
    /// @dev A part of the trade's `amountIn`, before its `TradeExecuted`.
    event FeeTaken(uint256 indexed agentId, bytes32 indexed tradeId, address token, uint256 amount);
    event TradeFailed(uint256 indexed agentId, bytes32 indexed tradeId, bytes reason);
    event TradeExecuted(
        uint256 indexed agentId,
        bytes32 indexed tradeId,
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 amountOut,
        bool isBuy,
        address target
    );

    error AgentNotFound(uint256 agentId);
    error NotAgentOwner(uint256 agentId, address caller);
    error AgentInactive(uint256 agentId);
    error AgentIsPaused(uint256 agentId, address by);
    error PolicyChanged(bytes32 planned, bytes32 current);
    error ExceedsMaxSellPerDay(uint256 soldToday, uint256 amountIn, uint256 maximum);
    error PolicyExpired(uint256 expiry, uint256 blockTime);
    error InvalidToken(address token);
    error DuplicateToken(address token);
    error TooManyTokens(uint256 given, uint256 maximum);
    error BudgetTokenNotAllowed(address budgetToken);
    error InvalidMaxTradesPerDay(uint32 given, uint256 maximum);
    error ZeroAmount();
    error InsufficientBalance(address token, uint256 asked, uint256 held);
    error TradeSeen(bytes32 tradeId);
    error NotABudgetTrade(address tokenIn, address tokenOut);
    error TokenNotAllowed(address token);
    error ExceedsMaxPerTrade(uint256 amountIn, uint256 maximum);
    error ExceedsMaxPerDay(uint256 spentToday, uint256 amountIn, uint256 maximum);
    error ExceedsMaxTradesPerDay(uint256 tradesToday, uint256 maximum);
    error RouterNotAllowed(address target, address spender);
    error MinimumOutputRequired();
    error OutputBelowMinimum(uint256 received, uint256 minimum);
    error InputMismatch(uint256 spent, uint256 expected);
    error SwapFailed();

    constructor(address admin, bytes32 build) DelayedAdmin(admin, build) {}

    // ---------------------------------------------------------------- owner of an agent

    /// @notice Makes an agent, active at once, and deposits `depositAmount` of the budget token (approve it first; may be 0).
    /// @param policyHash of the policy that the limits and the allow-list were made from; the vault only keeps it
    /// @param allowTokens what it may hold and trade, the budget token included
    /// @return agentId counting from 1
    function createAgent(
        bytes32 policyHash,
        address budgetToken,
        address[] calldata allowTokens,
        Limits calldata limits,
        uint256 depositAmount
    ) external onlyOpen nonReentrant returns (uint256 agentId) {
        agentId = ++agentCount;
        Agent storage a = _agents[agentId];
        a.owner = msg.sender;
        a.budgetToken = budgetToken;
        a.active = true;
        _setPolicy(a, policyHash, allowTokens, limits);
        uint256 received = depositAmount == 0 ? 0 : _pull(a, budgetToken, depositAmount);
        emit AgentCreated(
            agentId,
            msg.sender,
            policyHash,
            budgetToken,
            limits.maxPerTrade,
            limits.maxPerDay,
            limits.maxTradesPerDay,
            limits.expiry,
            received
        );
        uint16 bps = feeBps;
        if (bps == 0) return agentId;
        a.feeBps = uint8(bps);
        emit FeeFixed(agentId, bps);
    }

    /// @notice Replaces the policy. The budget token stays, and buys of the last 24 hours count against the new limits.
    /// @dev A token that is no longer allowed can still be withdrawn, and only that.
    function updatePolicy(uint256 agentId, bytes32 policyHash, address[] calldata allowTokens, Limits calldata limits)
        external
        nonReentrant
    {
        _setPolicy(_owned(agentId), policyHash, allowTokens, limits);
        emit PolicyUpdated(
            agentId, policyHash, limits.maxPerTrade, limits.maxPerDay, limits.maxTradesPerDay, limits.expiry
        );
    }

    /// @notice Pauses the agent or lets it go on.
    function setActive(uint256 agentId, bool active) external nonReentrant {
        _owned(agentId).active = active;
        emit ActiveChanged(agentId, active);
    }

    /// @notice Stops the trades of an agent. By its owner or the owner's guardian. A second time changes nothing.
    function pauseAgent(uint256 agentId) external nonReentrant {
        Agent storage a = _existing(agentId);
        _requireOwnerOrGuardian(a.owner);
        if (a.pausedBy != address(0)) return;
        a.pausedBy = msg.sender;
        emit AgentPaused(agentId, msg.sender);
    }

    /// @notice Ends `pauseAgent`. Where all of the owner's agents are paused, this one stays so.
    function unpauseAgent(uint256 agentId) external nonReentrant {
        delete _owned(agentId).pausedBy;
        emit AgentUnpaused(agentId);
    }

    /// @notice Sets what every trade of the agent from `tokenIn` to `tokenOut` must bring at least, in place of what was set before; all
    /// zero for no bound. One of the two is the budget token. An update of the policy leaves it.
    function setPriceBound(uint256 agentId, address tokenIn, address tokenOut, PriceBounds.Bound calldata bound)
        external
        nonReentrant
    {
        Agent storage a = _owned(agentId);
        _isBuy(a, tokenIn, tokenOut);
        a.priceBounds[tokenIn][tokenOut].set(bound, tokenIn, tokenOut);
        emit PriceBoundSet(
            agentId, tokenIn, tokenOut, bound.leastOutX36, bound.pool, bound.window, bound.maxDeviationBps
        );
    }

    /// @notice Sets how much of `token` may be sold within any 24 hours; 0 for no cap. What was sold while there was none does not count.
    /// @dev The first sell of each hour counts for 25 hours and those with it as long, so that the ring is short; never for less than 24.
    function setSellCap(uint256 agentId, address token, uint256 maxPerDay) external nonReentrant {
        Agent storage a = _owned(agentId);
        if (token == a.budgetToken) revert NotABudgetTrade(token, token);
        a.sellCaps[token].maxPerDay = maxPerDay;
        emit SellCapSet(agentId, token, maxPerDay);
    }

    /// @notice Adds `amount` of an allowed token (approve it first) to what the agent holds.
    function deposit(uint256 agentId, address token, uint256 amount) external nonReentrant {
        Agent storage a = _owned(agentId);
        if (!a.holdings[token].isAllowed) revert TokenNotAllowed(token);
        uint256 received = _pull(a, token, amount);
        if (received == 0) revert ZeroAmount();
        emit Deposited(agentId, token, received);
    }

    /// @notice Pays `amount` of what the agent holds to its owner; the largest uint256 means all of it.
    function withdraw(uint256 agentId, address token, uint256 amount) external nonReentrant {
        Agent storage a = _owned(agentId);
        uint256 held = a.holdings[token].balance;
        if (amount == type(uint256).max) amount = held;
        if (amount == 0) revert ZeroAmount();
        _take(a, token, amount);
        if (amount == held && !a.holdings[token].isAllowed) _forget(a, token);
        IERC20(token).safeTransfer(msg.sender, amount);
        emit Withdrawn(agentId, token, amount);
    }

    // ---------------------------------------------------------------- executor

    /// @notice One trade. A buy spends the budget token and counts against the limits; a sell brings it back, and counts against the
    /// token's cap where the owner set one.
    /// @param tradeId the executor's own; a trade of an id that was executed is refused, a reverted one leaves the id free
    /// @param policyHash of the policy by which the trade was decided: refused when the agent has another by now
    /// @return amountOut what the vault received, in base units of `tokenOut`
    function executeTrade(
        uint256 agentId,
        bytes32 tradeId,
        Trade calldata trade,
        uint256 deadline,
        bytes32 policyHash
    ) external onlyExecutor nonReentrant beforeDeadline(deadline) returns (uint256 amountOut) {
        return _trade(agentId, tradeId, trade, policyHash);
    }

    /// @notice Many trades, of any agents. One that fails emits `TradeFailed` and leaves the others alone.
    /// @dev Reverts as a whole, with nothing done, if the gas left does not cover an item's limit and the reserve: an item must never
    /// fail because the batch was sent with too little gas. Send at least sum(gasLimit * 64 / 63 + ITEM_RESERVE_GAS) + 21000 + calldata.
    function executeTrades(TradeItem[] calldata items, uint256 deadline)
        external
        onlyExecutor
        nonReentrant
        beforeDeadline(deadline)
    {
        _requireBatch(items.length);
        for (uint256 i = 0; i < items.length; ++i) {
            _runItem(items[i]);
        }
    }

    /// @dev Only the vault calls this, inside a call whose failure undoes all of it.
    function executeItem(uint256 agentId, bytes32 tradeId, Trade calldata trade, bytes32 policyHash) external onlySelf {
        _trade(agentId, tradeId, trade, policyHash);
    }

    // ---------------------------------------------------------------- views

    /// @notice Many agents in one call, in the order asked for, as of this block. Calls no token, so a hostile one cannot break it.
    function agents(uint256[] calldata ids) external view returns (AgentView[] memory views) {
        views = new AgentView[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            _view(views[i], ids[i]);
        }
    }

    /// @notice What agents pay of what they spend, in hundredths of a percent, in the order asked for.
    function agentFees(uint256[] calldata ids) external view returns (uint256[] memory fees) {
        fees = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            fees[i] = _agents[ids[i]].feeBps;
        }
    }

    /// @notice Who may pause agents and who has, in the order asked for.
    function agentGuards(uint256[] calldata ids) external view returns (AgentGuard[] memory guards) {
        guards = new AgentGuard[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            Agent storage a = _agents[ids[i]];
            guards[i] = AgentGuard({
                agentId: ids[i],
                guardian: guardianOf[a.owner],
                pausedBy: a.pausedBy,
                allPausedBy: allPausedBy[a.owner]
            });
        }
    }

    /// @notice The bounds that an agent's owner set for tokens, in the order asked for.
    function tokenBounds(uint256 agentId, address[] calldata tokens) external view returns (TokenBounds[] memory bounds) {
        Agent storage a = _agents[agentId];
        bounds = new TokenBounds[](tokens.length);
        for (uint256 i = 0; i < tokens.length; ++i) {
            address token = tokens[i];
            SellCap storage cap = a.sellCaps[token];
            TokenBounds memory b = bounds[i];
            b.token = token;
            b.buy = a.priceBounds[a.budgetToken][token];
            b.sell = a.priceBounds[token][a.budgetToken];
            b.maxSellPerDay = cap.maxPerDay;
            (b.soldToday, b.freesAt) = _soldToday(cap);
        }
    }

    // ---------------------------------------------------------------- inside

    function _runItem(TradeItem calldata item) private {
        bytes memory data = abi.encodeCall(this.executeItem, (item.agentId, item.tradeId, item.trade, item.policyHash));
        _requireGas(item.gasLimit, ITEM_RESERVE_GAS);
        (bool ok, bytes memory reason) = _call(address(this), item.gasLimit, data);
        if (!ok) emit TradeFailed(item.agentId, item.tradeId, reason);
        // The next item takes the same memory, whose price rises with its square.
        assembly ("memory-safe") {
            mstore(0x40, data)
        }
    }

    function _trade(uint256 agentId, bytes32 tradeId, Trade calldata trade, bytes32 policyHash) private returns (uint256 amountOut) {
        if (hasTrade[tradeId]) revert TradeSeen(tradeId);
        Agent storage a = _existing(agentId);
        _requireRunning(a, agentId, policyHash);
        bool isBuy = _requireTrade(a, trade);

        hasTrade[tradeId] = true;
        _take(a, trade.tokenIn, trade.amountIn);
        if (isBuy) _countBuy(a, trade.amountIn);
        else _countSell(a, trade.tokenIn, trade.amountIn);

        uint256 fee = (trade.amountIn * a.feeBps) / ALL_BPS;
        amountOut = _boundSwap(a, trade, fee);

        _add(a, trade.tokenOut, amountOut);
        if (fee > 0) emit FeeTaken(agentId, tradeId, trade.tokenIn, fee);
        emit TradeExecuted(
            agentId, tradeId, trade.tokenIn, trade.tokenOut, trade.amountIn, amountOut, isBuy, trade.target
        );
    }

    function _setPolicy(Agent storage a, bytes32 policyHash, address[] calldata allowTokens, Limits calldata limits) private {
        if (limits.maxTradesPerDay == 0 || limits.maxTradesPerDay > MAX_TRADES_PER_DAY) {
            revert InvalidMaxTradesPerDay(limits.maxTradesPerDay, MAX_TRADES_PER_DAY);
        }
        a.policyHash = policyHash;
        a.maxPerTrade = limits.maxPerTrade;
        a.maxPerDay = limits.maxPerDay;
        a.maxTradesPerDay = uint16(limits.maxTradesPerDay);
        a.expiry = limits.expiry;
        _setAllowTokens(a, allowTokens);
    }

    function _setAllowTokens(Agent storage a, address[] calldata allowTokens) private {
        if (allowTokens.length > MAX_ALLOW_TOKENS) revert TooManyTokens(allowTokens.length, MAX_ALLOW_TOKENS);
        for (uint256 i = 0; i < a.tokens.length; ++i) {
            a.holdings[a.tokens[i]].isAllowed = false;
        }
        for (uint256 i = 0; i < allowTokens.length; ++i) {
            address token = allowTokens[i];
            if (token == address(this) || token.code.length == 0) revert InvalidToken(token);
            Holding storage h = a.holdings[token];
            if (h.isAllowed) revert DuplicateToken(token);
            h.isAllowed = true;
            if (!h.isListed) {
                h.isListed = true;
                a.tokens.push(token);
            }
        }
        if (!a.holdings[a.budgetToken].isAllowed) revert BudgetTokenNotAllowed(a.budgetToken);
        // From the end: what takes the place of a forgotten one has been looked at.
        for (uint256 i = a.tokens.length; i > 0; --i) {
            Holding storage h = a.holdings[a.tokens[i - 1]];
            if (!h.isAllowed && h.balance == 0) _forgetAt(a, i - 1);
        }
        if (a.tokens.length > MAX_TOKENS) revert TooManyTokens(a.tokens.length, MAX_TOKENS);
    }

    function _forget(Agent storage a, address token) private {
        for (uint256 i = 0; i < a.tokens.length; ++i) {
            if (a.tokens[i] == token) return _forgetAt(a, i);
        }
    }

    function _forgetAt(Agent storage a, uint256 index) private {
        a.holdings[a.tokens[index]].isListed = false;
        a.tokens[index] = a.tokens[a.tokens.length - 1];
        a.tokens.pop();
    }

    function _requireRunning(Agent storage a, uint256 agentId, bytes32 policyHash) private view {
        if (!a.active) revert AgentInactive(agentId);
        if (a.pausedBy != address(0)) revert AgentIsPaused(agentId, a.pausedBy);
        _requireNotAllPaused(a.owner);
        if (policyHash != a.policyHash) revert PolicyChanged(policyHash, a.policyHash);
        if (block.timestamp > a.expiry) revert PolicyExpired(a.expiry, block.timestamp);
    }

    /// @dev Exactly one of the two must be the budget token. @return isBuy whether it is the one that is given
    function _isBuy(Agent storage a, address tokenIn, address tokenOut) private view returns (bool isBuy) {
        isBuy = tokenIn == a.budgetToken;
        if (isBuy == (tokenOut == a.budgetToken)) revert NotABudgetTrade(tokenIn, tokenOut);
    }

    /// @return isBuy whether the trade spends the budget token
    function _requireTrade(Agent storage a, Trade calldata trade) private view returns (bool isBuy) {
        isBuy = _isBuy(a, trade.tokenIn, trade.tokenOut);
        if (!a.holdings[trade.tokenIn].isAllowed) revert TokenNotAllowed(trade.tokenIn);
        if (!a.holdings[trade.tokenOut].isAllowed) revert TokenNotAllowed(trade.tokenOut);
        if (trade.amountIn == 0) revert ZeroAmount();
        if (trade.amountOutMin == 0) revert MinimumOutputRequired();
        bool allowed = isTargetAllowed[trade.target] && isSpenderAllowed[trade.spender];
        if (!allowed || trade.target == trade.tokenIn || trade.target == trade.tokenOut) {
            revert RouterNotAllowed(trade.target, trade.spender);
        }
    }

    function _countBuy(Agent storage a, uint256 amountIn) private {
        if (amountIn > a.maxPerTrade) revert ExceedsMaxPerTrade(amountIn, a.maxPerTrade);
        (uint256 spentToday, uint256 tradesToday,) = _lastDay(a);
        if (spentToday + amountIn > a.maxPerDay) revert ExceedsMaxPerDay(spentToday, amountIn, a.maxPerDay);
        if (tradesToday >= a.maxTradesPerDay) revert ExceedsMaxTradesPerDay(tradesToday, a.maxTradesPerDay);
        a.ring[a.buys % MAX_TRADES_PER_DAY] = Buy({time: uint40(block.timestamp), spentBefore: a.spent});
        a.buys += 1;
        a.spent = (a.spent + amountIn).toUint216();
    }

    function _countSell(Agent storage a, address token, uint256 amountIn) private {
        a.sells += 1;
        SellCap storage cap = a.sellCaps[token];
        uint256 maxPerDay = cap.maxPerDay;
        if (maxPerDay == 0) return;
        (uint256 soldToday,) = _soldToday(cap);
        // Not by the sum, which a balance as large as they come could overflow.
        if (soldToday > maxPerDay || amountIn > maxPerDay - soldToday) {
            revert ExceedsMaxSellPerDay(soldToday, amountIn, maxPerDay);
        }
        uint256 entries = cap.entries;
        if (entries == 0 || block.timestamp >= uint256(cap.ring[(entries - 1) % 26].time) + 1 hours) {
            cap.ring[entries % 26] = SellHour({time: uint40(block.timestamp), soldBefore: cap.sold});
            cap.entries = uint32(entries + 1);
        }
        cap.sold = (cap.sold + amountIn).toUint216();
    }

    /// @dev An entry counts for 25 hours from its first sell: its last one may be an hour younger, and counts for 24 at least.
    function _soldToday(SellCap storage cap) private view returns (uint256 soldToday, uint256 freesAt) {
        uint256 entries = cap.entries;
        uint256 low = entries > 26 ? entries - 26 : 0;
        uint256 high = entries;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            bool counts = block.timestamp < uint256(cap.ring[middle % 26].time) + 25 hours;
            if (counts) high = middle;
            else low = middle + 1;
        }
        if (low == entries) return (0, 0);
        SellHour storage oldest = cap.ring[low % 26];
        return (cap.sold - oldest.soldBefore, uint256(oldest.time) + 25 hours);
    }

    /// @dev The buys younger than 24 hours: their sum, their number, and the time of the oldest (0: none). Times in the ring never
    /// fall, so the oldest is found by halving: eight reads at most, however many buys there were.
    function _lastDay(Agent storage a) private view returns (uint256 spentToday, uint256 tradesToday, uint256 dayStart) {
        uint256 buys = a.buys;
        uint256 low = buys > MAX_TRADES_PER_DAY ? buys - MAX_TRADES_PER_DAY : 0;
        uint256 high = buys;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            bool counts = block.timestamp < uint256(a.ring[middle % MAX_TRADES_PER_DAY].time) + 1 days;
            if (counts) high = middle;
            else low = middle + 1;
        }
        if (low == buys) return (0, 0, 0);
        Buy storage oldest = a.ring[low % MAX_TRADES_PER_DAY];
        return (a.spent - oldest.spentBefore, buys - low, oldest.time);
    }

    function _pull(Agent storage a, address token, uint256 amount) private returns (uint256 received) {
        uint256 before = _balance(IERC20(token));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        received = _balance(IERC20(token)) - before;
        _add(a, token, received);
    }

    function _add(Agent storage a, address token, uint256 amount) private {
        Holding storage h = a.holdings[token];
        h.balance = (h.balance + amount).toUint240();
    }

    function _take(Agent storage a, address token, uint256 amount) private {
        Holding storage h = a.holdings[token];
        if (amount > h.balance) revert InsufficientBalance(token, amount, h.balance);
        h.balance -= uint240(amount);
    }

    /// @dev The bounds count for all that is spent, the fee included.
    function _boundSwap(Agent storage a, Trade calldata trade, uint256 fee) private returns (uint256 amountOut) {
        PriceBounds.Bound storage bound = a.priceBounds[trade.tokenIn][trade.tokenOut];
        (uint256 byLimit, uint256 byAverage) = bound.required(trade.tokenIn, trade.tokenOut, trade.amountIn);
        amountOut = _swap(trade, fee);
        PriceBounds.requireMet(amountOut, byLimit, byAverage);
    }

    function _swap(Trade calldata trade, uint256 fee) private returns (uint256 amountOut) {
        IERC20 from = IERC20(trade.tokenIn);
        IERC20 to = IERC20(trade.tokenOut);
        uint256 fromBefore = _balance(from);
        uint256 toBefore = _balance(to);
        uint256 expected = trade.amountIn - fee;
        from.forceApprove(trade.spender, expected);
        expected += _payFee(from, fee);
        _callRouter(trade.target, trade.data);
        if (from.allowance(address(this), trade.spender) != 0) from.forceApprove(trade.spender, 0);

        uint256 fromAfter = _balance(from);
        uint256 spent = fromAfter > fromBefore ? 0 : fromBefore - fromAfter;
        if (spent != expected) revert InputMismatch(spent, expected);
        uint256 toAfter = _balance(to);
        amountOut = toAfter > toBefore ? toAfter - toBefore : 0;
        if (amountOut < trade.amountOutMin) revert OutputBelowMinimum(amountOut, trade.amountOutMin);
    }

    /// @dev Reverts with the router's own reason, or the beginning of a long one.
    function _callRouter(address target, bytes memory data) private {
        (bool ok, bytes memory reason) = _call(target, gasleft(), data);
        if (ok) return;
        if (reason.length == 0) revert SwapFailed();
        _revertWith(reason);
    }

    function _existing(uint256 agentId) private view returns (Agent storage a) {
        a = _agents[agentId];
        if (a.owner == address(0)) revert AgentNotFound(agentId);
    }

    function _owned(uint256 agentId) private view returns (Agent storage a) {
        a = _existing(agentId);
        if (msg.sender != a.owner) revert NotAgentOwner(agentId, msg.sender);
    }

    function _view(AgentView memory v, uint256 agentId) private view {
        Agent storage a = _agents[agentId];
        v.agentId = agentId;
        v.blockTime = block.timestamp;
        v.owner = a.owner;
        if (v.owner == address(0)) return;
        v.budgetToken = a.budgetToken;
        v.policyHash = a.policyHash;
        v.active = a.active;
        v.limits = Limits({
            maxPerTrade: a.maxPerTrade,
            maxPerDay: a.maxPerDay,
            maxTradesPerDay: a.maxTradesPerDay,
            expiry: a.expiry
        });
        (v.spentToday, v.tradesToday, v.dayStart) = _lastDay(a);
        v.sells = a.sells;
        v.tokens = a.tokens;
        v.balances = new uint256[](v.tokens.length);
        v.isAllowed = new bool[](v.tokens.length);
        for (uint256 i = 0; i < v.tokens.length; ++i) {
            Holding storage h = a.holdings[v.tokens[i]];
            v.balances[i] = h.balance;
            v.isAllowed[i] = h.isAllowed;
        }
    }
}
