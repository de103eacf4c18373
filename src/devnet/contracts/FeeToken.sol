// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TestToken} from "./TestToken.sol";

/// @title FeeToken: burns 2 % of each transfer. Its deployer is exempt, or a Uniswap v3 mint would revert, and so is whom it exempts.
contract FeeToken is TestToken {
    uint256 public constant FEE_BPS = 200;

    mapping(address => bool) public isExempt;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {
        isExempt[msg.sender] = true;
    }

    function exempt(address account) external {
        if (msg.sender != deployer) revert NotDeployer();
        isExempt[account] = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        bool free = from == address(0) || to == address(0) || isExempt[from] || isExempt[to];
        uint256 fee = free ? 0 : (value * FEE_BPS) / 10_000;
        if (fee > 0) super._update(from, address(0), fee);
        super._update(from, to, value - fee);
    }
}
