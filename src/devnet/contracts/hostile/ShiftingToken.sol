// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title ShiftingToken: an ERC-20 that misbehaves in any function, in any of the ways that contracts know, from when it is told. Tests only.
/// Anyone may mint, and anyone may change how it behaves: what it answers can differ from one call to the next.
contract ShiftingToken {
    enum Reply {
        Honest,
        Bytes,
        Revert,
        BurnGas,
        Giant,
        GiantRevert
    }
    enum When {
        Always,
        EvenBlocks,
        FromVault,
        OutOfVault
    }
    enum Rebase {
        None,
        Up,
        Down,
        ToZero
    }

    struct Rule {
        Reply reply;
        When when;
        uint32 size;
        bytes data;
    }
    struct Hook {
        address target;
        bytes data;
    }

    mapping(bytes4 => Rule) private _rules;
    mapping(address => bool) public isVault;
    mapping(address => bool) public isBlocked;
    mapping(address => uint256) private _balances;
    mapping(address => mapping(address => uint256)) private _allowances;
    Hook[] private _hooks;
    uint256 private _supply;
    bool public isTurned;
    uint16 public feeBps;
    Rebase public rebase;

    error Refused();

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(address[] memory vaults, uint16 fee, Rebase how) {
        for (uint256 i = 0; i < vaults.length; ++i) isVault[vaults[i]] = true;
        feeBps = fee;
        rebase = how;
    }

    modifier odd() {
        _misbehave();
        _;
    }

    // ---------------------------------------------------------------- how it behaves

    function setRule(bytes4 selector, Rule calldata rule) external {
        _rules[selector] = rule;
    }

    function addHook(Hook calldata hook) external {
        _hooks.push(hook);
    }

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
    }

    /// @notice Begins to misbehave, or ends.
    function turn(bool turned) external {
        isTurned = turned;
    }

    function mint(address to, uint256 amount) external {
        _balances[to] += amount;
        _supply += amount;
        emit Transfer(address(0), to, amount);
    }

    // ---------------------------------------------------------------- ERC-20

    function name() external view odd returns (string memory) {
        return "Shifting";
    }

    function symbol() external view odd returns (string memory) {
        return "SHIFT";
    }

    function decimals() external view odd returns (uint8) {
        return 18;
    }

    function totalSupply() external view odd returns (uint256) {
        return _supply;
    }

    function balanceOf(address holder) external view odd returns (uint256) {
        uint256 held = _balances[holder];
        if (!isTurned || rebase == Rebase.None) return held;
        if (rebase == Rebase.Up) return held * (1 + (block.number % 7));
        if (rebase == Rebase.Down) return held / (1 + (block.number % 7));
        return block.number % 2 == 0 ? 0 : held;
    }

    function allowance(address owner, address spender) external view odd returns (uint256) {
        return _allowances[owner][spender];
    }

    function approve(address spender, uint256 amount) external odd returns (bool) {
        _allowances[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external odd returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external odd returns (bool) {
        uint256 allowed = _allowances[from][msg.sender];
        if (allowed < amount) revert Refused();
        if (allowed != type(uint256).max) _allowances[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
        return true;
    }

    /// @dev `permit`, `supportsInterface`, and whatever else somebody may ask for.
    fallback() external {
        _misbehave();
        revert Refused();
    }

    // ---------------------------------------------------------------- inside

    function _move(address from, address to, uint256 amount) private {
        if (isTurned) {
            if (isBlocked[from] || isBlocked[to]) revert Refused();
            for (uint256 i = 0; i < _hooks.length; ++i) {
                (bool ok,) = _hooks[i].target.call(_hooks[i].data);
                if (ok) emit Approval(address(this), _hooks[i].target, i);
            }
        }
        if (_balances[from] < amount) revert Refused();
        uint256 fee = isTurned ? (amount * feeBps) / 10_000 : 0;
        _balances[from] -= amount;
        _balances[to] += amount - fee;
        emit Transfer(from, to, amount - fee);
    }

    function _misbehave() private view {
        if (!isTurned) return;
        Rule storage rule = _rules[msg.sig];
        Reply reply = rule.reply;
        if (reply == Reply.Honest || !_applies(rule.when)) return;
        if (reply == Reply.BurnGas) {
            for (uint256 i = 0;; ++i) {}
        }
        uint256 size = rule.size;
        if (reply == Reply.Giant) {
            assembly ("memory-safe") {
                return(0, size)
            }
        }
        if (reply == Reply.GiantRevert) {
            assembly ("memory-safe") {
                revert(0, size)
            }
        }
        bytes memory data = rule.data;
        bool isAnswer = reply == Reply.Bytes;
        assembly ("memory-safe") {
            if isAnswer { return(add(data, 32), mload(data)) }
            revert(add(data, 32), mload(data))
        }
    }

    function _applies(When when) private view returns (bool) {
        if (when == When.EvenBlocks) return block.number % 2 == 0;
        if (when == When.FromVault) return isVault[msg.sender];
        if (when == When.OutOfVault) return isVault[msg.sender] && msg.sig == this.transfer.selector;
        return true;
    }
}
