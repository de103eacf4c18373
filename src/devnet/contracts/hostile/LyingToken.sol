// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title LyingToken: an ERC-20 that may say any balance of a holder. Tests only. Anyone may mint, and anyone may make it lie.
contract LyingToken is ERC20("Lying", "LIE") {
    mapping(address => bool) public isLying;
    mapping(address => uint256) public claimed;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function lie(address holder, uint256 balance) external {
        isLying[holder] = true;
        claimed[holder] = balance;
    }

    function beHonest(address holder) external {
        isLying[holder] = false;
    }

    function balanceOf(address holder) public view override returns (uint256) {
        return isLying[holder] ? claimed[holder] : super.balanceOf(holder);
    }
}
