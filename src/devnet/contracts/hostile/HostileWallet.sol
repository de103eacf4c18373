// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title HostileWallet: answers the question whether a signature is its own in every way but a clear yes. Tests only.
contract HostileWallet {
    enum Behaviour {
        Revert,
        SayNo,
        BurnGas,
        ReturnNothing,
        ReturnOne
    }

    error NotToday();

    Behaviour public immutable behaviour;

    constructor(Behaviour behaviour_) {
        behaviour = behaviour_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (behaviour == Behaviour.Revert) revert NotToday();
        if (behaviour == Behaviour.SayNo) return 0xffffffff;
        if (behaviour == Behaviour.ReturnOne) {
            assembly {
                mstore(0, 1)
                return(0, 32)
            }
        }
        if (behaviour == Behaviour.ReturnNothing) {
            assembly {
                return(0, 0)
            }
        }
        while (gasleft() != 0) {}
        return 0x1626ba7e;
    }
}
