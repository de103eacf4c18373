// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SmartWallet} from "./SmartWallet.sol";

/// @title SmartWalletFactory: deploys wallets whose addresses are known before (ERC-6492). Tests only.
contract SmartWalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new SmartWallet{salt: salt}(owner));
    }
}
