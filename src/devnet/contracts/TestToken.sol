// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title TestToken: a plain ERC-20 of any decimals, minted by its deployer.
contract TestToken is ERC20 {
    address public immutable deployer = msg.sender;
    uint8 private immutable _decimals;

    error NotDeployer();

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        if (msg.sender != deployer) revert NotDeployer();
        _mint(to, amount);
    }
}
