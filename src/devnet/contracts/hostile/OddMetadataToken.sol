// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title OddMetadataToken: an ERC-20 whose `decimals()` answers bytes of anybody's choice, reverts, or burns all gas. Tests only.
contract OddMetadataToken is ERC20("Odd", "ODD") {
    enum Mode {
        Answer,
        Revert,
        BurnGas
    }

    Mode public mode;
    bytes public answer;

    error Refused();

    constructor(Mode firstMode, bytes memory firstAnswer) {
        mode = firstMode;
        answer = firstAnswer;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function decimals() public view override returns (uint8) {
        if (mode == Mode.Revert) revert Refused();
        if (mode == Mode.BurnGas) {
            for (uint256 i = 0;; ++i) {}
        }
        bytes memory given = answer;
        assembly ("memory-safe") {
            return(add(given, 32), mload(given))
        }
    }
}
