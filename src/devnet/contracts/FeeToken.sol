// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TestToken} from "./TestToken.sol";

/// @title FeeToken: burns 2 % of each transfer. Its deployer is exempt, or a Uniswap v3 mint would revert.
contract FeeToken is TestToken {
    uint256 public constant FEE_BPS = 200;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {}

    function _update(address from, address to, uint256 value) internal override {
        bool exempt = from == address(0) || to == address(0) || from == deployer || to == deployer;
        uint256 fee = exempt ? 0 : (value * FEE_BPS) / 10_000;
        if (fee > 0) super._update(from, address(0), fee);
        super._update(from, to, value - fee);
    }
}
